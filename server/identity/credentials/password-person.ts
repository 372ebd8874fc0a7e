import type { PasswordFacts } from '#common/identity/rules/check-password.ts';
import { findSsn, isSameEmail, listSsnsIn } from '#common/identity/rules/person-facts.ts';
import { compareSsn, type SsnComparison, type SsnTry } from './compare-ssn.ts';
import { verifyPassword } from '#server/platform/crypto/passwords.ts';
import { listUsedPasswords, type PortalUser } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';

/** The current password and the four before it. */
const REMEMBERED_PASSWORDS = 5;

/** A password with more nine-digit runs is all digits. */
const MAX_SSNS_COMPARED = 3;

export type SsnOutcome = SsnComparison['outcome'];

/** The user of a new password, for comparisons with personal facts. */
export interface PasswordPerson {
  readonly loginName: string;
  readonly emailAddress: string;
  readonly names: readonly string[];
  /**
   * Compares a number with the user's SSN; `exhausted` after too many attempts.
   * @param ssn nine digits
   */
  readonly compareSsn: (ssn: string) => Promise<SsnOutcome>;
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

export async function compareWithCustomer(
  services: Services,
  ssn: Pick<SsnTry, 'customerId' | 'userId' | 'ssn'>,
): Promise<SsnOutcome> {
  const { outcome } = await compareSsn(services, { ...ssn, way: 'newPassword' });
  return outcome;
}

/** Which comparisons to make; the others return undefined. */
export interface AskedQuestions {
  /** `contained`: also finds the number among other characters. */
  readonly ssn: 'whole' | 'contained' | undefined;
  readonly email: boolean;
  readonly used: boolean;
}

/** Facts only the server knows; `exhausted` if the password has a number and too many were tried. */
export type AskedFacts = Required<Omit<PasswordFacts, 'loginName' | 'weakness'>> | 'exhausted';

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

/** Returns the user's SSN if the text is or contains it. One at a time, because each comparison uses up an attempt. */
async function findHeldSsn(
  person: PasswordPerson,
  text: string,
  asked: 'whole' | 'contained',
): Promise<string | undefined> {
  const candidates = asked === 'whole' ? [findSsn(text)] : listSsnsIn(text);
  if (candidates.length > MAX_SSNS_COMPARED) return undefined;
  for (const ssn of candidates) {
    if (ssn === undefined) continue;
    const outcome = await person.compareSsn(ssn);
    if (outcome === 'matches') return ssn;
    if (outcome === 'exhausted') return outcome;
  }
  return undefined;
}

/** One at a time: each takes 19 MB. */
async function wasUsed({ usedPasswords }: PasswordPerson, text: string): Promise<boolean> {
  for (const hash of usedPasswords) {
    if (await verifyPassword(text, hash)) return true;
  }
  return false;
}
