import { expect, it } from 'vitest';
import { validateSecretQuestion } from './secret-question.ts';

const rules = {
  custom: false,
  questions: ['What was your first pet?', 'What is "home"?'],
  pattern: String.raw`^[A-Za-z0-9 .,?!-]+$`,
};
const [question = ''] = rules.questions;

it.each([
  [{ question, answer: 'Rex' }, {}],
  [{ question: '', answer: 'Rex' }, { question: 'secretQuestion.questionRequired' }],
  [{ question: 'What is "home"?', answer: 'Rex' }, { question: 'secretQuestion.questionRequired' }],
  [{ question: 'Of my own?', answer: 'Rex' }, { question: 'secretQuestion.questionRequired' }],
  [{ question, answer: '' }, { answer: 'secretQuestion.answerRequired' }],
  [{ question, answer: '  ' }, { answer: 'secretQuestion.answerRequired' }],
  [{ question, answer: '<Rex>' }, { answer: 'secretQuestion.answerInvalid' }],
  [{ question, answer: "Rex's" }, { answer: 'secretQuestion.answerInvalid' }],
])('among the preset questions, %j gives %j', (entry, errors) => {
  expect(validateSecretQuestion(entry, rules)).toEqual(errors);
});

it.each([
  [{ question: 'Of my own?', answer: 'Rex' }, {}],
  [{ question: ' ', answer: 'Rex' }, { question: 'secretQuestion.customQuestionRequired' }],
  [{ question: 'Of "mine"?', answer: 'Rex' }, { question: 'secretQuestion.questionInvalid' }],
])('with custom questions, %j gives %j', (entry, errors) => {
  expect(validateSecretQuestion(entry, { ...rules, custom: true })).toEqual(errors);
});
