import { addMonths } from '#common/core/dates.ts';
import { loadInstitution } from '#server/institution/load-institution.ts';
import { insertUsers } from '#server/identity/users/users.queries.ts';
import { sealCustomer } from '#server/host/books/customer-details.ts';
import { openAccount } from '#demo/books/open-account.ts';
import { dollars, monthlyLoan, rate } from '#demo/books/plan-parts.ts';
import { reserveAccountIds, writeBooks } from '#server/host/books/write-books.queries.ts';
import { demonstrationBanks } from '#demo/demonstration-banks.ts';
import { saveBanks } from '#server/payments-network/routing/bank-directory.queries.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction } from '#server/platform/db/database.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { acceptBankPaymentTerms } from '#tests/builders/bank-payment-terms.ts';
import { createSession } from '#server/identity/sessions/sessions.queries.ts';
import { markConfirmed } from '#server/identity/sessions/session-proofs.queries.ts';

/** A signed-in customer with this loan. */
export interface Borrower {
  readonly loginName: string;
  readonly accountNumber: string;
  readonly userId: number;
  readonly customerId: string;
  readonly headers: { readonly cookie: string; readonly usertoken: string };
}

/** Creates this many signed-in customers, each with a loan far from paid off. */
export async function makeCrowd(
  size: number,
  { database, clock, cipher }: { readonly database: Database; readonly clock: Clock; readonly cipher: FieldCipher },
): Promise<Borrower[]> {
  const institution = await loadInstitution('institutions/harbor');
  const today = clock.today();
  const people = Array.from({ length: size }, (_, index) => ({
    loginName: `borrower.${index}`,
    customerId: String(700_000 + index),
    accountNumber: `101-${100_000 + index}-1`,
  }));
  const context = { today, timeZone: institution.timeZone, rules: institution.servicing };
  const users = await inTransaction(database, async (transaction) => {
    const accountIds = await reserveAccountIds(transaction, size);
    const opened = people.map(({ customerId, accountNumber }, index) => {
      const plan = monthlyLoan({
        number: accountNumber,
        customerId,
        description: 'Auto loan',
        nameOnAccount: `Borrower ${index}`,
        amountCents: dollars(24_000),
        rate: rate(649),
        periods: 60,
        firstDueOn: addMonths(today, -1),
        dueDay: 20,
      });
      return openAccount(plan, accountIds[index] ?? 0, context);
    });
    await writeBooks(transaction, {
      customers: people.map(({ customerId }) => sealCustomer({ ...blankCustomer, customerId }, cipher)),
      accounts: opened.map(({ account }) => account),
      loans: opened.flatMap(({ loan }) => loan ?? []),
      transfers: opened.flatMap(({ transfers }) => transfers),
    });
    await saveBanks(transaction, demonstrationBanks);
    await insertUsers(
      transaction,
      people.map(({ loginName, customerId }) => ({ loginName, customerId, passwordHash: 'none', restricted: false })),
      clock.now(),
    );
    const inserted = await transaction.selectFrom('users').select(['user_id', 'login_name', 'customer_id']).execute();
    await acceptBankPaymentTerms(transaction, institution, inserted, clock.now());
    return inserted;
  });
  return Promise.all(
    people.map(async ({ loginName, customerId, accountNumber }) => {
      const user = users.find((row) => row.customer_id === customerId);
      const tokens = await createSession(database, {
        userId: user?.user_id ?? 0,
        customerId,
        companyNumber: 0,
        ipAddress: '198.51.100.7',
        at: clock.now(),
      });
      // They use other people's accounts all day, which requires confirmation.
      await markConfirmed(database, tokens.sessionId, clock.now().add({ hours: 24 }));
      return {
        loginName,
        accountNumber,
        userId: user?.user_id ?? 0,
        customerId,
        headers: { cookie: `passbook=${tokens.cookie}`, usertoken: tokens.userToken },
      };
    }),
  );
}

const blankCustomer = {
  companyNumber: 0,
  firstName: 'Some',
  lastName: 'Borrower',
  companyName: '',
  emailAddress: 'borrower@example.com',
  phone: '',
  birthDate: null,
  ssn: null,
  address1: '',
  city: '',
  state: '',
  zip: '',
  branch: '101',
} as const;
