import { expect, it } from 'vitest';
import { type Survey, surveyFromWire, surveyToWire } from './contact.wire.ts';

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
