import type { PasswordFacts } from '#common/rules/credentials/check-password.ts';
import { findSsn, isSameEmail, listSsnsIn } from '#common/rules/credentials/person-facts.ts';
import { verifyPassword } from '#server/platform/passwords.ts';
import { listUsedPasswords, type PortalUser } from '#server/platform/users/users.queries.ts';
import type { Services } from '#server/services.ts';

/** Passwords that may not be taken again: the one in use and the four before it. */
const REMEMBERED_PASSWORDS = 5;

/** Each is a guess at a social security number; a password that holds more is all digits and looks for one. */
const MOST_SSNS_ASKED = 3;

/** Whom a new password is for, as far as it is compared with the person. */
export interface PasswordPerson {
  readonly loginName: string;
  readonly emailAddress: string;
  /** @param ssn nine digits */
  readonly hasSsn: (ssn: string) => Promise<boolean>;
  /** Hashes of the passwords that may not be taken again. */
  readonly usedPasswords: readonly string[];
}

export async function passwordPersonOf(services: Services, user: PortalUser): Promise<PasswordPerson> {
  const customer = await services.host.findCustomer(user.customerId);
  return {
    loginName: user.loginName,
    emailAddress: customer?.emailAddress ?? '',
    hasSsn: (ssn) => services.host.ssnMatches(user.customerId, ssn),
    usedPasswords: await listUsedPasswords(services.database, user.userId, REMEMBERED_PASSWORDS),
  };
}

/** What only the server can say of a password. */
export type AskedFacts = Required<Omit<PasswordFacts, 'logon'>>;

/** @param asked the questions that are of interest; the others are answered with undefined. */
export async function askAboutPassword(
  person: PasswordPerson,
  password: string,
  asked: { readonly ssn: boolean; readonly email: boolean; readonly used: boolean },
): Promise<AskedFacts> {
  const text = password.normalize('NFC');
  const ssn = findSsn(text);
  return {
    matchesSsn: asked.ssn ? ssn !== undefined && (await person.hasSsn(ssn)) : undefined,
    containsSsn: asked.ssn ? await containsSsn(person, text) : undefined,
    matchesEmail: asked.email ? isSameEmail(text, person.emailAddress) : undefined,
    usedBefore: asked.used ? await wasUsed(person, text) : undefined,
  };
}

async function containsSsn(person: PasswordPerson, text: string): Promise<boolean> {
  const candidates = listSsnsIn(text);
  if (candidates.length > MOST_SSNS_ASKED) return false;
  const answers = await Promise.all(candidates.map((ssn) => person.hasSsn(ssn)));
  return answers.includes(true);
}

/** One after the other: each takes 19 MB while it is computed. */
async function wasUsed({ usedPasswords }: PasswordPerson, text: string): Promise<boolean> {
  for (const hash of usedPasswords) {
    if (await verifyPassword(text, hash)) return true;
  }
  return false;
}
