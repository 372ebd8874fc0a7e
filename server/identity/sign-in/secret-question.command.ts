import { failure, type Result, success } from '#common/core/results.ts';
import { normalizeSecretAnswer } from '#common/identity/rules/secret-answer.ts';
import { hasErrors } from '#common/core/field-errors.ts';
import {
  type SecretQuestionEntry,
  type SecretQuestionRules,
  validateSecretQuestion,
} from '#common/identity/rules/secret-question.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { hashPassword } from '#server/platform/crypto/passwords.ts';
import { setSecretQuestion } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';
import { finishStep, requireStep } from './follow-up.command.ts';

export interface NewSecretQuestion extends SecretQuestionEntry {
  readonly session: Session;
  readonly ipAddress: string;
}

/** A 2.6. */
export async function chooseSecretQuestion(
  services: Services,
  { session, ipAddress, ...entry }: NewSecretQuestion,
): Promise<Result<true, 'Invalid'>> {
  requireStep(session, 'secretQuestion');
  if (hasErrors(validateSecretQuestion(entry, rulesOf(services)))) return failure('Invalid');
  const answerHash = await hashPassword(normalizeSecretAnswer(entry.answer));
  await inTransaction(services.database, async (transaction) => {
    await setSecretQuestion(transaction, session.userId, { question: entry.question.trim(), answerHash });
    await services.audit.record(transaction, { event: 'secret-question-set', userId: session.userId, details: {} });
    await finishStep(services, transaction, { session, step: 'secretQuestion', ipAddress });
  });
  return success(true);
}

function rulesOf({ institution: { options } }: Services): SecretQuestionRules {
  return {
    custom: options['loginOptions.useCustomSecurityQuestionOption'],
    questions: options['loginOptions.securityQuestions'],
    pattern: options['loginOptions.secretAnswerPattern'],
  };
}
