import type { PasswordAnswers } from '#common/api/credentials.api.ts';
import { passesLength, passwordPolicyOf } from '#server/platform/credentials/check-new-password.ts';
import { askAboutPassword, passwordPersonOf } from '#server/platform/credentials/password-person.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import type { PortalUser } from '#server/platform/users/users.queries.ts';
import type { Services } from '#server/services.ts';

/** Each answer says something about the person's number or former passwords, so there are not many. */
const CANDIDATES = { most: 20, withinSeconds: 600 };

export interface PasswordQuestions {
  readonly PasswordToValidate: string;
  readonly InvalidWhenMatchesSSN: boolean;
  readonly InvalidWhenMatchEmail: boolean;
  readonly InvalidWhenPasswordExists: boolean;
}

/**
 * What only the server can say of a password that is being typed. A candidate of
 * the wrong length is not looked into.
 * @param subject the session or link that asks; it is limited on its own
 * @throws Refusal 429 when it has asked too often
 */
export async function answerAboutPassword(
  services: Services,
  user: PortalUser,
  subject: string,
  questions: PasswordQuestions,
): Promise<PasswordAnswers> {
  const candidate = questions.PasswordToValidate;
  const policy = passwordPolicyOf(services.institution);
  if (!passesLength(policy, candidate)) {
    return { PasswordMatchesSSN: false, PasswordMatchesEmail: false, PasswordExists: false };
  }
  await limitRequests(services, `password-candidates:${subject}`, CANDIDATES);
  const facts = await askAboutPassword(await passwordPersonOf(services, user), candidate, {
    ssn: questions.InvalidWhenMatchesSSN,
    email: questions.InvalidWhenMatchEmail,
    used: questions.InvalidWhenPasswordExists,
  });
  return {
    PasswordMatchesSSN: facts.matchesSsn === true || (policy.classic && facts.containsSsn === true),
    PasswordMatchesEmail: facts.matchesEmail === true,
    PasswordExists: facts.usedBefore === true,
  };
}
