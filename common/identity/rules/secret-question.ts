import { hasAllowedCharacters, listAllowedQuestions } from './secret-answer.ts';
import { collectErrors, type FieldErrors } from '#common/core/field-errors.ts';

export interface SecretQuestionEntry {
  readonly question: string;
  readonly answer: string;
}

export interface SecretQuestionRules {
  readonly custom: boolean;
  /** Preset questions, before filtering by the pattern. */
  readonly questions: readonly string[];
  readonly pattern: string;
}

export type SecretQuestionErrorKey =
  | 'secretQuestion.questionRequired'
  | 'secretQuestion.customQuestionRequired'
  | 'secretQuestion.questionInvalid'
  | 'secretQuestion.answerRequired'
  | 'secretQuestion.answerInvalid';

/** A 2.6. */
export function validateSecretQuestion(
  { question, answer }: SecretQuestionEntry,
  rules: SecretQuestionRules,
): FieldErrors<SecretQuestionEntry, SecretQuestionErrorKey> {
  return collectErrors<SecretQuestionEntry, SecretQuestionErrorKey>({
    question: rules.custom ? customQuestionError(question, rules) : presetQuestionError(question, rules),
    answer: answerError(answer, rules),
  });
}

function presetQuestionError(question: string, rules: SecretQuestionRules): SecretQuestionErrorKey | undefined {
  return listAllowedQuestions(rules.questions, rules.pattern).includes(question)
    ? undefined
    : 'secretQuestion.questionRequired';
}

function customQuestionError(question: string, { pattern }: SecretQuestionRules): SecretQuestionErrorKey | undefined {
  if (question.trim() === '') return 'secretQuestion.customQuestionRequired';
  return hasAllowedCharacters(question, pattern) ? undefined : 'secretQuestion.questionInvalid';
}

function answerError(answer: string, { pattern }: SecretQuestionRules): SecretQuestionErrorKey | undefined {
  if (answer.trim() === '') return 'secretQuestion.answerRequired';
  return hasAllowedCharacters(answer, pattern) ? undefined : 'secretQuestion.answerInvalid';
}
