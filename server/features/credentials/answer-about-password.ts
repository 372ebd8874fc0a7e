import type { PasswordAnswers } from '#common/api/credentials.api.ts';
import { passesLength, passwordPolicyOf, ssnQuestionOf } from '#server/platform/credentials/check-new-password.ts';
import { askAboutPassword, passwordPersonOf } from '#server/platform/credentials/password-person.ts';
import { limitTypedPasswords } from '#server/platform/credentials/password-try-limits.ts';
import { Refusal } from '#server/platform/http/run-endpoint.ts';
import type { PortalUser } from '#server/platform/users/users.queries.ts';
import type { Services } from '#server/services.ts';

export interface PasswordQuestions {
  readonly PasswordToValidate: string;
  readonly InvalidWhenMatchesSSN: boolean;
  readonly InvalidWhenMatchEmail: boolean;
  readonly InvalidWhenPasswordExists: boolean;
}

/**
 * What only the server can say of a password that is being typed. A candidate of
 * the wrong length is not looked into.
 * @throws Refusal 429 when it has asked too often, or too many numbers were tried as the person's
 */
export async function answerAboutPassword(
  services: Services,
  user: PortalUser,
  questions: PasswordQuestions,
): Promise<PasswordAnswers> {
  const candidate = questions.PasswordToValidate;
  const policy = passwordPolicyOf(services.institution);
  if (!passesLength(policy, candidate)) {
    return { PasswordMatchesSSN: false, PasswordMatchesEmail: false, PasswordExists: false };
  }
  await limitTypedPasswords(services, user.userId);
  const facts = await askAboutPassword(await passwordPersonOf(services, user), candidate, {
    ssn: questions.InvalidWhenMatchesSSN ? ssnQuestionOf(policy) : undefined,
    email: questions.InvalidWhenMatchEmail,
    used: questions.InvalidWhenPasswordExists,
  });
  if (facts === 'exhausted') throw new Refusal(429, 'TooManyRequests');
  return {
    PasswordMatchesSSN: facts.matchesSsn === true || (policy.classic && facts.containsSsn === true),
    PasswordMatchesEmail: facts.matchesEmail === true,
    PasswordExists: facts.usedBefore === true,
  };
}
