import type { PasswordFacts } from '#common/identity/rules/check-password.ts';
import { findSsn, isSameEmail, listSsnsIn } from '#common/identity/rules/person-facts.ts';
import { compareSsn, type SsnComparison, type SsnTry } from './compare-ssn.ts';
import { verifyPassword } from '#server/platform/crypto/passwords.ts';
import { listUsedPasswords, type PortalUser } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';

/** Passwords that may not be taken again: the one in use and the four before it. */
const REMEMBERED_PASSWORDS = 5;

/** A password that holds more of them is all digits and was hardly chosen as one. */
const MOST_SSNS_ASKED = 3;

export type SsnOutcome = SsnComparison['outcome'];

/** Whom a new password is for, as far as it is compared with the person. */
export interface PasswordPerson {
  readonly loginName: string;
  readonly emailAddress: string;
  /** First, last and whatever other names are known. */
  readonly names: readonly string[];
  /**
   * Whether a number is the person's social security number; `exhausted` once too many were tried.
   * @param ssn nine digits
   */
  readonly compareSsn: (ssn: string) => Promise<SsnOutcome>;
  /** Hashes of the passwords that may not be taken again. */
  readonly usedPasswords: readonly string[];
}

export async function passwordPersonOf(services: Services, user: PortalUser): Promise<PasswordPerson> {
  const customer = await services.host.findCustomer(user.customerId);
  return {
    loginName: user.loginName,
    emailAddress: customer?.emailAddress ?? '',
    names: customer ? [customer.personalName] : [],
    compareSsn: (ssn) => compareWithCustomer(services, { ...user, ssn }),
    usedPasswords: await listUsedPasswords(services.database, user.userId, REMEMBERED_PASSWORDS),
  };
}

/** How a number in a new password compares with a customer's. */
export async function compareWithCustomer(
  services: Services,
  ssn: Pick<SsnTry, 'customerId' | 'userId' | 'ssn'>,
): Promise<SsnOutcome> {
  const { outcome } = await compareSsn(services, { ...ssn, way: 'newPassword' });
  return outcome;
}

/** The questions that are of interest; the others are answered with undefined. */
export interface AskedQuestions {
  /** `contained`: also a number that stands among other characters. */
  readonly ssn: 'whole' | 'contained' | undefined;
  readonly email: boolean;
  readonly used: boolean;
}

/** What only the server can say of a password; `exhausted` when it holds a number and too many were tried. */
export type AskedFacts = Required<Omit<PasswordFacts, 'logon' | 'weakness'>> | 'exhausted';

export async function askAboutPassword(
  person: PasswordPerson,
  password: string,
  asked: AskedQuestions,
): Promise<AskedFacts> {
  const text = password.normalize('NFC');
  const held = asked.ssn && (await findHeldSsn(person, text, asked.ssn));
  if (held === 'exhausted') return 'exhausted';
  return {
    matchesSsn: asked.ssn && held !== undefined && findSsn(text) === held,
    containsSsn: asked.ssn && held !== undefined,
    matchesEmail: asked.email ? isSameEmail(text, person.emailAddress) : undefined,
    usedBefore: asked.used ? await wasUsed(person, text) : undefined,
  };
}

/** The person's number where the text is it or holds it. One after the other, as each comparison uses up a try. */
async function findHeldSsn(
  person: PasswordPerson,
  text: string,
  asked: 'whole' | 'contained',
): Promise<string | undefined> {
  const candidates = asked === 'whole' ? [findSsn(text)] : listSsnsIn(text);
  if (candidates.length > MOST_SSNS_ASKED) return undefined;
  for (const ssn of candidates) {
    if (ssn === undefined) continue;
    const outcome = await person.compareSsn(ssn);
    if (outcome === 'matches') return ssn;
    if (outcome === 'exhausted') return outcome;
  }
  return undefined;
}

/** One after the other: each takes 19 MB while it is computed. */
async function wasUsed({ usedPasswords }: PasswordPerson, text: string): Promise<boolean> {
  for (const hash of usedPasswords) {
    if (await verifyPassword(text, hash)) return true;
  }
  return false;
}
