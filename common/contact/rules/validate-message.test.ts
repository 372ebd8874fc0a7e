import { describe, expect, it } from 'vitest';
import {
  counterTone,
  type MessageEntry,
  type MessageRules,
  reasonNumbers,
  validateMessage,
} from './validate-message.ts';

const question: MessageEntry = {
  type: 'Question',
  name: 'Harriet Lowell',
  email: 'harriet.lowell@example.com',
  branch: '101',
  subject: 'Rates',
  message: 'What does a car loan cost?',
  answerType: null,
  reason: null,
};
const feedback: MessageEntry = { ...question, type: 'Feedback', answerType: 'Good', reason: '1' };
const visitor: MessageRules = {
  isVisitor: true,
  asksForBranch: true,
  requiresBranch: true,
  reasons: { Good: reasonNumbers, CouldBeBetter: reasonNumbers },
};
const customer: MessageRules = { ...visitor, isVisitor: false };

describe('a question', () => {
  it.each<[string, Partial<MessageEntry>, MessageRules, object]>([
    ['complete', {}, visitor, {}],
    ['without a name', { name: ' ' }, visitor, { name: 'contactError.nameRequired' }],
    ['without a name, of a customer', { name: '' }, customer, {}],
    ['without an address', { email: '' }, visitor, { email: 'contactError.emailRequired' }],
    ['without an address, of a customer', { email: '' }, customer, {}],
    ['with a wrong address', { email: 'harriet' }, visitor, { email: 'contactError.emailInvalid' }],
    [
      'with a wrong address, of a customer',
      { email: 'a@b\nBcc: c@d.e' },
      customer,
      { email: 'contactError.emailInvalid' },
    ],
    ['without a subject', { subject: '' }, customer, { subject: 'contactError.subjectRequired' }],
    ['without a message', { message: '\n ' }, customer, { message: 'contactError.messageRequired' }],
    ['without a branch', { branch: '' }, visitor, { branch: 'contactError.branchRequired' }],
    ['without a branch, of a customer', { branch: '' }, customer, {}],
    ['without a branch that need not be', { branch: '' }, { ...visitor, requiresBranch: false }, {}],
    ['without a branch that is not asked for', { branch: '' }, { ...visitor, asksForBranch: false }, {}],
  ])('%s', (_what, change, rules, errors) => {
    expect(validateMessage({ ...question, ...change }, rules)).toEqual(errors);
  });
});

describe('feedback', () => {
  const fewer: MessageRules = { ...visitor, reasons: { Good: ['1', '2'], CouldBeBetter: [] } };
  it.each<[string, Partial<MessageEntry>, MessageRules, object]>([
    ['complete', {}, visitor, {}],
    ['without a name or text', { name: '', email: '', subject: '', message: '' }, visitor, {}],
    ['with a wrong address', { email: 'harriet' }, visitor, { email: 'contactError.emailInvalid' }],
    ['without a branch', { branch: '' }, visitor, { branch: 'contactError.branchRequired' }],
    [
      'without a choice',
      { answerType: null, reason: null },
      visitor,
      { answerType: 'contactError.answerTypeRequired' },
    ],
    ['without a reason', { reason: null }, visitor, { reason: 'contactError.reasonRequired' }],
    ['with a reason that is not offered', { reason: '3' }, fewer, { reason: 'contactError.reasonRequired' }],
    ['where no reasons are offered', { answerType: 'CouldBeBetter', reason: null }, fewer, {}],
  ])('%s', (_what, change, rules, errors) => {
    expect(validateMessage({ ...feedback, ...change }, rules)).toEqual(errors);
  });
});

it.each([
  [300, 'quiet'],
  [100, 'quiet'],
  [99, 'noted'],
  [51, 'noted'],
  [50, 'loud'],
  [0, 'loud'],
])('with %d characters left, the counter is %s', (left, tone) => {
  expect(counterTone(left)).toBe(tone);
});
