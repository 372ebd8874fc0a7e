import type { AnswerType, ReasonNumber } from './rules/validate-message.ts';
import type { SurveyAnswer } from './contact.api.ts';

export interface Survey {
  readonly answerType: AnswerType | null;
  readonly reason: ReasonNumber | null;
}

/** Sends the choice and its reason as survey questions (C-025). */
export function surveyToWire({ answerType, reason }: Survey): SurveyAnswer[] {
  if (answerType === null) return [];
  const choice: SurveyAnswer = { Question: 'AnswerType', Answer: answerType };
  return reason === null ? [choice] : [choice, { Question: reasonQuestion(answerType), Answer: reason }];
}

export function surveyFromWire(survey: readonly SurveyAnswer[]): Survey {
  const choice = survey.find((answer) => answer.Question === 'AnswerType');
  if (!choice) return { answerType: null, reason: null };
  const reason = survey.find((answer) => answer.Question === reasonQuestion(choice.Answer));
  return { answerType: choice.Answer, reason: reason && reason.Question !== 'AnswerType' ? reason.Answer : null };
}

function reasonQuestion(answerType: AnswerType): 'AnswerGood' | 'AnswerBad' {
  return answerType === 'Good' ? 'AnswerGood' : 'AnswerBad';
}

/** A number (M 3), unless the institution's branches have other ids. */
export function senderBranchToWire(branch: string): number | string {
  return /^\d{1,9}$/.test(branch) ? Number(branch) : branch;
}
