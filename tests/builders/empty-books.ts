import { afterAll, afterEach, beforeAll } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { createEmbeddedHost } from '#server/host/books/embedded-host.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import type { Host } from '#server/host/host.ts';
import type { PaymentPosting } from '#server/host/host-payments.ts';
import type { HostServicing } from '#server/host/host-servicing.ts';
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import { addCustomer, addLoan } from './books.ts';
import { servicingRules } from './loan-states.ts';

/** The customer of {@link startEmptyBooks}, and its day and time. */
export const customerId = 'ada';
export const today = day('2026-11-21');
export const postedAt = Temporal.Instant.from('2026-11-21T15:00:00Z');

/** $400.00, and a fee of $2.00. */
export function paymentOn(accountNumber: string, changes: Partial<PaymentPosting> = {}): PaymentPosting {
  return {
    paymentId: `payment-${accountNumber}`,
    accountNumber,
    effectiveOn: today,
    postedAt,
    amountCents: cents(40_000),
    additionalPrincipalCents: ZERO,
    processingFeeCents: cents(200),
    method: 'ACH',
    ...changes,
  };
}

/** Our own books with one customer and no accounts, for the tests of a file. They must balance after each. */
export function startEmptyBooks() {
  let open: OpenDatabase;
  let host: Host;
  let added = 0;

  beforeAll(async () => {
    open = await createTestDatabase();
    const cipher = createFieldCipher(new Uint8Array(32).fill(5));
    host = createEmbeddedHost(open.database, { servicing: servicingRules, timeZone: 'America/New_York' }, cipher);
    await addCustomer(open.database, customerId);
  });

  afterAll(() => open.close());

  afterEach(async () => {
    const imbalances = await findImbalances(open.database);
    if (imbalances.length > 0) throw new Error(JSON.stringify(imbalances));
  });

  return {
    get database(): Database {
      return open.database;
    },
    get host(): Host {
      return host;
    },
    get servicing(): HostServicing {
      if (!host.servicing) throw new Error('Our own books are served');
      return host.servicing;
    },

    pay: (payment: Pick<PaymentPosting, 'paymentId' | 'accountNumber' | 'amountCents'> & Partial<PaymentPosting>) =>
      host.postPayment({
        effectiveOn: today,
        postedAt,
        additionalPrincipalCents: ZERO,
        processingFeeCents: ZERO,
        method: 'ACH',
        ...payment,
      }),

    /** Returns the id of another customer, without accounts. */
    async newCustomer(): Promise<string> {
      added += 1;
      const id = `customer-${added}`;
      await addCustomer(open.database, id);
      return id;
    },

    /** Returns the number of another loan, such as of a customer who has no other. */
    async newLoan(owner: string, loan: Omit<Parameters<typeof addLoan>[1], 'number' | 'customerId'> = {}) {
      added += 1;
      const number = `101-${String(added).padStart(6, '0')}-0`;
      await addLoan(open.database, { number, customerId: owner, ...loan });
      return number;
    },

    /** Newest first. */
    history: (accountNumber: string, limit = 20) =>
      host.listHistory(customerId, accountNumber, { since: null, limit, before: null }),
  };
}
