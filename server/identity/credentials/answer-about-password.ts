import type { PasswordAnswers, PasswordQuestions } from '#common/identity/credentials.wire.ts';
import { mailboxOf, type PasswordWeakness } from '#common/identity/rules/password-weakness.ts';
import { passesLength, passwordPolicyOf, ssnQuestionOf, weaknessOf } from './check-new-password.ts';
import { askAboutPassword, passwordPersonOf } from './password-person.ts';
import { limitTypedPasswords } from './password-try-limits.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { findLink } from '#server/identity/one-time/one-time-tokens.queries.ts';
import type { PortalUser } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';

/**
 * The server's checks of a password while it is typed. Skips candidates of invalid length.
 * @throws Refusal 429 after too many requests or too many SSN guesses
 */
export async function answerAboutPassword(
  services: Services,
  user: PortalUser,
  questions: PasswordQuestions,
): Promise<PasswordAnswers> {
  const candidate = questions.password;
  const policy = passwordPolicyOf(services.institution);
  if (!passesLength(policy, candidate)) {
    return { matchesSsn: false, matchesEmail: false, usedBefore: false, weakness: null };
  }
  await limitTypedPasswords(services, user.userId);
  const person = await passwordPersonOf(services, user);
  const facts = await askAboutPassword(person, candidate, {
    ssn: questions.matchesSsn ? ssnQuestionOf(policy) : undefined,
    email: questions.matchesEmail,
    used: questions.usedBefore,
  });
  if (facts === 'exhausted') throw new Refusal(429, 'TooManyRequests');
  return {
    matchesSsn: facts.matchesSsn === true || (policy.classic && facts.containsSsn === true),
    matchesEmail: facts.matchesEmail === true,
    usedBefore: facts.usedBefore === true,
    weakness: await weaknessOf(services.institution, person, candidate),
  };
}

export interface FirstPasswordQuestion {
  readonly password: string;
  /** From the form. */
  readonly personalWords: readonly string[];
  readonly activationToken: string;
}

/** Tells only whether a first password is easy to guess, because the user hasn't proved their identity yet. */
export async function answerAboutFirstPassword(
  services: Services,
  { password, personalWords, activationToken }: FirstPasswordQuestion,
): Promise<PasswordWeakness | null> {
  const { institution, database, clock, host } = services;
  if (!passesLength(passwordPolicyOf(institution), password)) return null;
  const link = activationToken === '' ? undefined : await findLink(database, 'activate', activationToken, clock.now());
  const customer = link && (await host.findCustomer(link.customerId));
  return weaknessOf(
    institution,
    {
      loginName: link?.details['loginName'] ?? '',
      emailAddress: customer?.emailAddress ?? '',
      names: [customer?.personalName ?? '', ...personalWords.map(mailboxOf)],
    },
    password,
  );
}
