import { normalizeSecretAnswer } from '#common/identity/rules/secret-answer.ts';
import type { WhenToAgree } from '#common/institution/institution.ts';
import { insertAgreementRecords } from '#server/institution/agreements/agreements.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { hashPassword } from '#server/platform/crypto/passwords.ts';
import { insertUsers } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';
import { type Login, recordLogin } from '#server/identity/sign-in/sign-in.queries.ts';

export interface DemonstrationPerson {
  readonly loginName: string;
  readonly customerId: string;
  readonly restricted: boolean;
  readonly firstSignIn: boolean;
  /** The books have the customer's consent to text messages. */
  readonly getsTexts: boolean;
  /** Has saved one, so accepted the terms for bank payments. */
  readonly usesBankAccount: boolean;
}

export interface DemonstrationSecrets {
  readonly password: string;
  readonly secretAnswer: string;
}

/** Creates the logins, with leftovers of an earlier visit for those who have been here before. */
export async function seedDemonstrationUsers(
  services: Services,
  people: readonly DemonstrationPerson[],
  secrets: DemonstrationSecrets,
): Promise<void> {
  const passwordHash = await hashPassword(secrets.password);
  const [question = ''] = services.institution.options['loginOptions.securityQuestions'];
  const answerHash = await hashPassword(normalizeSecretAnswer(secrets.secretAnswer));
  const now = services.clock.now();
  await inTransaction(services.database, async (transaction) => {
    const users = people.map(
      ({ firstSignIn, getsTexts: _getsTexts, usesBankAccount: _usesBankAccount, ...person }) => ({
        ...person,
        passwordHash,
        emailIsVerified: !firstSignIn,
        mustChangePassword: firstSignIn,
        ...(firstSignIn ? {} : { question: { question, answerHash } }),
      }),
    );
    const userIds = await insertUsers(transaction, users, now);
    const lastLogin = { at: now.subtract({ hours: 24 * 7 }), ipAddress: '198.51.100.24' };
    for (const [index, person] of people.entries()) {
      const userId = userIds[index];
      if (userId === undefined || person.restricted || person.firstSignIn) continue;
      await recordLogin(transaction, userId, lastLogin);
      await agreeToTerms(transaction, services, { userId, customerId: person.customerId }, lastLogin, [
        'login',
        ...(person.usesBankAccount ? (['ach'] as const) : []),
        ...(person.getsTexts ? (['texting'] as const) : []),
      ]);
    }
  });
}

async function agreeToTerms(
  transaction: Transaction,
  { institution }: Services,
  person: { readonly userId: number; readonly customerId: string },
  login: Login,
  occasions: readonly WhenToAgree[],
): Promise<void> {
  for (const whenToAgree of occasions) {
    const agreements = institution.agreements.filter((terms) => terms.whenToAgree.includes(whenToAgree));
    await insertAgreementRecords(transaction, { ...person, ...login, agreements, whenToAgree });
  }
}
