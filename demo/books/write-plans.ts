import type { Institution } from '#common/institution/institution.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { type CustomerDetails, sealCustomer } from '#server/host/books/customer-details.ts';
import { reserveAccountIds, writeBooks } from '#server/host/books/write-books.queries.ts';
import type { AccountPlan } from './account-plan.ts';
import { openAccount } from './open-account.ts';

/** The dependencies for generating books. */
export interface Seeding {
  readonly database: Database;
  readonly institution: Pick<Institution, 'servicing' | 'timeZone'>;
  readonly clock: Clock;
  readonly cipher: FieldCipher;
}

/** Writes customers, their accounts and postings, in order of time. */
export async function writePlans(
  transaction: Transaction,
  { institution, clock, cipher }: Seeding,
  customers: readonly CustomerDetails[],
  plans: readonly AccountPlan[],
): Promise<{ readonly accounts: number; readonly transfers: number }> {
  const context = { today: clock.today(), timeZone: institution.timeZone, rules: institution.servicing };
  const accountIds = await reserveAccountIds(transaction, plans.length);
  const opened = plans.map((plan, index) => openAccount(plan, accountIds[index] ?? 0, context));
  const transfers = opened
    .flatMap((account) => account.transfers)
    .toSorted((one, other) => one.postedAt.epochMilliseconds - other.postedAt.epochMilliseconds);
  await writeBooks(transaction, {
    customers: customers.map((customer) => sealCustomer(customer, cipher)),
    accounts: opened.map(({ account }) => account),
    loans: opened.flatMap(({ loan }) => loan ?? []),
    openings: opened.flatMap(({ opening }) => opening ?? []),
    deposits: opened.flatMap(({ deposit }) => deposit ?? []),
    transfers,
  });
  return { accounts: opened.length, transfers: transfers.length };
}
