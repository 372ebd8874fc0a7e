import { expect, it } from 'vitest';
import { senderBranchToWire, type Survey, surveyFromWire, surveyToWire } from './contact.wire.ts';

it.each<Survey>([
  { answerType: null, reason: null },
  { answerType: 'Good', reason: null },
  { answerType: 'Good', reason: '5' },
  { answerType: 'CouldBeBetter', reason: '1' },
])('%j survives a round trip', (survey) => {
  expect(surveyFromWire(surveyToWire(survey))).toEqual(survey);
});

it('a reason for another choice is ignored', () => {
  expect(
    surveyFromWire([
      { Question: 'AnswerType', Answer: 'Good' },
      { Question: 'AnswerBad', Answer: '2' },
    ]),
  ).toEqual({ answerType: 'Good', reason: null });
});

it.each([
  ['101', 101],
  ['0', 0],
  ['', ''],
  ['North', 'North'],
  ['12-4', '12-4'],
  ['1234567890', '1234567890'],
])('the branch "%s" of a sender is sent as %j', (branch, sent) => {
  expect(senderBranchToWire(branch)).toBe(sent);
});
