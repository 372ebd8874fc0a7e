import { accountNumberKey } from '#common/registration/rules/entry-formats.ts';
import type { IdentityFacts } from '#server/host/host.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { CustomersTable } from './books-tables.ts';
import { birthDatePurpose, ssnPurpose } from './customer-details.ts';
import { selectAccountIdentities, selectCandidates, selectOwners } from './identity.queries.ts';
import { isWholeSsn, matchesIdentity } from './match-identity.ts';

/**
 * Finds the single customer who matches every given fact. Two matches count as none: a wrong guess would show one
 * customer the other's accounts.
 */
export async function findByIdentity(
  database: Queryable,
  facts: IdentityFacts,
  cipher: FieldCipher,
): Promise<CustomersTable | undefined> {
  const candidates = await listCandidates(database, facts, cipher);
  const matching: CustomersTable[] = [];
  for (const candidate of candidates) {
    const accounts =
      facts.accountNumber === undefined ? [] : await selectAccountIdentities(database, candidate.customer_id);
    if (matchesIdentity(facts, candidate, accounts, cipher)) matching.push(candidate);
  }
  return matching.length === 1 ? matching[0] : undefined;
}

function listCandidates(
  database: Queryable,
  { ssn, emailAddress, accountNumber, birthDate, zip }: IdentityFacts,
  cipher: FieldCipher,
): Promise<CustomersTable[]> {
  if (isWholeSsn(ssn)) return selectCandidates(database, { ssnIndex: cipher.blindIndex(ssn, ssnPurpose) });
  if (emailAddress !== undefined) return selectCandidates(database, { emailAddress });
  if (accountNumber !== undefined) return selectOwners(database, listAccountKeys(accountNumber));
  if (birthDate !== undefined && zip !== undefined) {
    return selectCandidates(database, { birthDateIndex: cipher.blindIndex(birthDate, birthDatePurpose), zip });
  }
  throw new Error('Identity search needs a number, email address or account, or birth date and zip code');
}

/** Without check digits, lists every number with them, so the lookup can use the index. */
export function listAccountKeys(accountNumber: string): string[] {
  const key = accountNumberKey(accountNumber);
  return [key, ...Array.from({ length: 10 }, (_, digit) => `${key}${digit}`)];
}
