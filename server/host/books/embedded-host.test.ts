import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { typeCodes } from '#common/accounts/rules/account.ts';
import type { Host } from '#server/host/host.ts';
import type { PaymentPosting } from '#server/host/host-payments.ts';
import { type Database, inTransaction } from '#server/platform/db/database.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { addCustomer, addDeposit, addLoan } from '#tests/builders/books.ts';
import { servicingRules } from '#tests/builders/loan-states.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { createEmbeddedHost } from './embedded-host.ts';
import { findImbalances } from './find-imbalances.ts';

const cipher = createFieldCipher(new Uint8Array(32).fill(5));
let open: OpenDatabase;
let database: Database;
let host: Host;
const today = day('2026-11-21');

beforeAll(async () => {
  open = await createTestDatabase();
  ({ database } = open);
  host = createEmbeddedHost(database, { servicing: servicingRules, timeZone: 'America/New_York' }, cipher);
});
afterAll(() => open.close());

let accountsMade = 0;

async function customer(): Promise<string> {
  accountsMade += 1;
  const customerId = `customer-${accountsMade}`;
  await addCustomer(database, customerId);
  return customerId;
}

async function loanOf(customerId: string, loan: Omit<Parameters<typeof addLoan>[1], 'number' | 'customerId'> = {}) {
  accountsMade += 1;
  const number = `101-${String(accountsMade).padStart(6, '0')}-0`;
  await addLoan(database, { number, customerId, ...loan });
  return number;
}

function payment(accountNumber: string, changes: Partial<PaymentPosting> = {}): PaymentPosting {
  return {
    paymentId: `payment-${accountNumber}`,
    accountNumber,
    effectiveOn: today,
    postedAt: Temporal.Instant.from('2026-11-21T15:00:00Z'),
    amountCents: cents(40_000),
    additionalPrincipalCents: cents(0),
    processingFeeCents: cents(200),
    method: 'ACH',
    ...changes,
  };
}

const post = (posting: PaymentPosting) => host.postPayment(posting);

const wholeHistory = { since: null, limit: 100, before: null };

describe('the account list', () => {
  test('shows loans, lines of credit, deposits and investments in this order, each by number', async () => {
    const customerId = await customer();
    const add = { customerId, balance: 10_000 };
    await addDeposit(database, { ...add, number: '105-000002-0', typeCode: typeCodes.otherInvestment });
    await addDeposit(database, { ...add, number: '104-000002-0', typeCode: typeCodes.otherDeposit });
    await addDeposit(database, { ...add, number: '104-000001-0', typeCode: typeCodes.checking });
    await addDeposit(database, { ...add, number: '099-000001-0', typeCode: typeCodes.note });
    await addLoan(database, { number: '103-000001-0', customerId, line: true });
    await addLoan(database, { number: '101-000002-0', customerId });
    await addLoan(database, { number: '101-000001-0', customerId });
    const numbers = (await host.listAccounts(customerId, today)).map((account) => account.number);
    expect(numbers).toEqual([
      '101-000001-0',
      '101-000002-0',
      '103-000001-0',
      '104-000001-0',
      '104-000002-0',
      '099-000001-0',
      '105-000002-0',
    ]);
  });

  test('computes a loan as of the day', async () => {
    const customerId = await customer();
    const number = await loanOf(customerId, {
      state: { nextDueOn: day('2026-11-01'), lateChargesCents: cents(2_500) },
    });
    expect(await host.listAccounts(customerId, today)).toEqual([
      {
        number,
        typeCode: typeCodes.loan,
        description: 'An account',
        status: 'PastDue',
        comment: '',
        balanceCents: 1_000_000,
        availableBalanceCents: 0,
        rate: 73_000,
        statementPreference: '',
        dueOn: '2026-11-01',
        amountDueCents: 42_500,
        pastDue: true,
        installmentCents: 40_000,
        feesDueCents: 2_500,
        nameOnAccount: 'Ada Byron',
        originalAmountCents: 1_000_000,
        paymentsLeft: 27,
        figuresAsOf: null,
      },
    ]);
    const [onTheFirst] = await host.listAccounts(customerId, day('2026-11-01'));
    expect(onTheFirst).toMatchObject({ status: '', pastDue: false, amountDueCents: 42_500 });
    const [later] = await host.listAccounts(customerId, day('2026-12-02'));
    expect(later).toMatchObject({ status: 'Delinquent', pastDue: true, amountDueCents: 82_500 });
  });

  test('shows the available credit of a line and the available balance of a deposit', async () => {
    const customerId = await customer();
    await loanOf(customerId, { line: true, state: { principalCents: cents(120_000), nextDueOn: day('2026-12-20') } });
    await loanOf(customerId, { line: true });
    await addDeposit(database, {
      customerId,
      number: 'D-held',
      typeCode: typeCodes.checking,
      balance: 50_000,
      held: 1_234,
    });
    expect(await host.listAccounts(customerId, today)).toMatchObject([
      { balanceCents: 120_000, availableBalanceCents: 380_000, dueOn: '2026-12-20', amountDueCents: 7_500 },
      { balanceCents: 0, availableBalanceCents: 500_000, dueOn: null, amountDueCents: 0 },
      { balanceCents: 50_000, availableBalanceCents: 48_766, dueOn: null, amountDueCents: 0 },
    ]);
  });

  test('leaves out hidden accounts and is empty for a customer without accounts', async () => {
    const customerId = await customer();
    await loanOf(customerId, { account: { hidden_from_web: true } });
    expect(await host.listAccounts(customerId, today)).toEqual([]);
  });
});

describe("another customer's account", () => {
  test('gives the same answer as one that does not exist', async () => {
    const [owner, stranger] = [await customer(), await customer()];
    const number = await loanOf(owner);
    for (const asked of [number, '999-999999-9']) {
      expect(await host.ownsAccount(stranger, asked)).toBe(false);
      expect(await host.findLoan(stranger, asked, today)).toBeUndefined();
      expect(await host.quotePayoff(stranger, asked, today)).toBeUndefined();
      expect(await host.listHistory(stranger, asked, wholeHistory)).toEqual([]);
      expect(await host.findLoanToDraw(stranger, asked, today)).toEqual({ standing: 'notFound' });
    }
    expect(await host.ownsAccount(owner, number)).toBe(true);
  });
});

describe('a loan', () => {
  test('reads the same for customers and for automatic payments', async () => {
    const customerId = await customer();
    const number = await loanOf(customerId, { flags: { in_dispute: true, ach_blocked: true } });
    const found = await host.findLoan(customerId, number, today);
    expect(found).toMatchObject({
      kind: 'loan',
      closed: false,
      interestDueCents: 4_000,
      payoffCents: 1_004_000,
      totalDueCents: 40_000,
      periodDays: 30,
      inDispute: true,
      lockedForPayoff: false,
      security: { onlinePayments: true, achPayments: false, cardPayments: true, recurring: true },
    });
    const drawn = await host.findLoanToDraw(customerId, number, today);
    expect(drawn).toEqual({ standing: 'open', loan: found, hidden: false });
  });

  test('is closed if its hold code closes it', async () => {
    const customerId = await customer();
    const number = await loanOf(customerId, { account: { hold_code: 'CLOSED' } });
    expect(await host.findLoan(customerId, number, today)).toMatchObject({ closed: true, holdCode: 'CLOSED' });
  });
});

describe('posting a payment', () => {
  test('changes balance, due day and history together', async () => {
    const customerId = await customer();
    const number = await loanOf(customerId);
    const posted = await post(payment(number));
    expect(posted).toMatchObject({
      allocation: { feesCents: 0, interestCents: 4_000, principalCents: 36_000 },
      principalAfterCents: 964_000,
    });
    const [account] = await host.listAccounts(customerId, today);
    expect(account).toMatchObject({ balanceCents: 964_000, dueOn: '2027-01-01', amountDueCents: 40_000 });
    const history = await host.listHistory(customerId, number, wholeHistory);
    expect(history).toMatchObject([
      {
        entryId: posted.transferId,
        effectiveOn: today,
        description: 'Payment, E-Check',
        principalCents: 36_000,
        interestCents: 4_000,
        otherCents: 0,
        totalCents: 40_000,
        runningPrincipalCents: 964_000,
      },
      { description: 'Opening balance', principalCents: -1_000_000, runningPrincipalCents: 1_000_000 },
    ]);
  });

  test('again changes nothing and returns the same answer, also after other payments', async () => {
    const customerId = await customer();
    const number = await loanOf(customerId, { state: { lateChargesCents: cents(2_500) } });
    const first = await post(payment(number, { additionalPrincipalCents: cents(10_000) }));
    await post(payment(number, { paymentId: `another-${number}`, method: 'Card' }));
    const before = await host.findLoan(customerId, number, today);
    const again = await post(payment(number, { additionalPrincipalCents: cents(10_000) }));
    expect(again).toEqual({ ...first, nextDueOn: before?.dueOn });
    expect(await host.findLoan(customerId, number, today)).toEqual(before);
    expect(await host.listHistory(customerId, number, wholeHistory)).toHaveLength(3);
  });

  test('twenty times in parallel posts once', async () => {
    const customerId = await customer();
    const number = await loanOf(customerId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(payment(number))));
    expect(new Set(answers.map((answer) => answer.transferId)).size).toBe(1);
    expect(await host.findLoan(customerId, number, today)).toMatchObject({ principalCents: 964_000 });
  });

  test('posts different parallel payments', async () => {
    const customerId = await customer();
    const number = await loanOf(customerId);
    const ids = Array.from({ length: 10 }, (_, index) => `at-once-${number}-${index}`);
    await Promise.all(ids.map((paymentId) => post(payment(number, { paymentId, amountCents: cents(1_000) }))));
    expect(await host.findLoan(customerId, number, today)).toMatchObject({ payoffCents: 1_004_000 - 10_000 });
  });

  test.each<[string, Partial<PaymentPosting>]>([
    ['another amount', { amountCents: cents(40_001) }],
    ['another fee', { processingFeeCents: cents(0) }],
  ])('under a used id with %s is refused', async (_name, changes) => {
    const number = await loanOf(await customer());
    await post(payment(number));
    await expect(post(payment(number, changes))).rejects.toThrow(/posted before as something else/);
  });

  test('under the id of a payment to another loan is refused', async () => {
    const customerId = await customer();
    const [number, other] = [await loanOf(customerId), await loanOf(customerId)];
    await post(payment(number));
    const misdirected = post(payment(other, { paymentId: payment(number).paymentId }));
    await expect(misdirected).rejects.toThrow(/posted before as something else/);
  });

  test('to a deposit is refused', async () => {
    const customerId = await customer();
    await addDeposit(database, { customerId, number: 'D-paid', typeCode: typeCodes.checking, balance: 1 });
    await expect(post(payment('D-paid'))).rejects.toThrow(/no loan/);
  });

  test('is refused inside a portal transaction, which must not wait for another system', async () => {
    const number = await loanOf(await customer());
    const nested = inTransaction(database, () => host.postPayment(payment(number)));
    await expect(nested).rejects.toThrow('inside a transaction');
  });
});

describe('reversing a payment', () => {
  const reverse = (paymentId: string, on = addDays(today, 3)) =>
    host.reversePayment({
      paymentId,
      effectiveOn: on,
      postedAt: Temporal.Instant.from('2026-11-24T15:00:00Z'),
    });

  test('restores the balance owed, and the history shows both', async () => {
    const customerId = await customer();
    const number = await loanOf(customerId, {
      state: { nextDueOn: day('2026-11-01'), lateChargesCents: cents(2_500) },
    });
    const before = await host.findLoan(customerId, number, addDays(today, 9));
    await post(payment(number));
    expect(await reverse(payment(number).paymentId)).toMatchObject({ principalAfterCents: 1_000_000 });
    expect(await host.findLoan(customerId, number, addDays(today, 9))).toEqual(before);
    expect(await host.listHistory(customerId, number, wholeHistory)).toMatchObject([
      { description: 'Payment returned', totalCents: -40_000, runningPrincipalCents: 1_000_000, returned: false },
      { description: 'Payment, E-Check', totalCents: 40_000, runningPrincipalCents: 966_500, returned: true },
      { description: 'Opening balance' },
    ]);
  });

  test('twice reverses once', async () => {
    const customerId = await customer();
    const number = await loanOf(customerId);
    await post(payment(number));
    const first = await reverse(payment(number).paymentId);
    expect(await reverse(payment(number).paymentId)).toEqual(first);
    expect(await host.listHistory(customerId, number, wholeHistory)).toHaveLength(3);
  });

  test('that was never posted returns undefined', async () => {
    expect(await reverse('never-posted')).toBeUndefined();
  });
});

describe('the history', () => {
  test('comes newest first, page by page, back to a given day', async () => {
    const customerId = await customer();
    const number = await loanOf(customerId);
    for (let index = 0; index < 5; index += 1) {
      const effectiveOn = addDays(today, index);
      await post(payment(number, { paymentId: `page-${number}-${index}`, amountCents: cents(1_000), effectiveOn }));
    }
    const all = await host.listHistory(customerId, number, wholeHistory);
    expect(all.map((entry) => entry.effectiveOn)).toEqual(
      [4, 3, 2, 1, 0].map((n) => addDays(today, n)).concat(day('2026-11-01')),
    );
    const first = await host.listHistory(customerId, number, { since: null, limit: 2, before: null });
    const second = await host.listHistory(customerId, number, {
      since: null,
      limit: 2,
      before: first[1]?.entryId ?? '',
    });
    expect([...first, ...second]).toEqual(all.slice(0, 4));
    const recent = await host.listHistory(customerId, number, { since: addDays(today, 3), limit: 100, before: null });
    expect(recent).toEqual(all.slice(0, 2));
  });

  test('of a deposit shows the balance after each movement', async () => {
    const customerId = await customer();
    await addDeposit(database, { customerId, number: 'D-history', typeCode: typeCodes.savings, balance: 77_000 });
    expect(await host.listHistory(customerId, 'D-history', wholeHistory)).toMatchObject([
      { description: 'Opening balance', principalCents: 77_000, totalCents: 77_000, runningPrincipalCents: 77_000 },
    ]);
  });
});

describe('a customer', () => {
  test('is named by company name, or by first and last name', async () => {
    await addCustomer(database, 'company', { company_number: 12, company_name: 'Acme Supply' });
    await addCustomer(database, 'person', { first_name: 'Grace', last_name: 'Hopper', email_address: 'g@example.com' });
    expect(await host.findCustomer('company')).toMatchObject({ companyNumber: 12, personalName: 'Acme Supply' });
    expect(await host.findCustomer('person')).toEqual({
      customerId: 'person',
      companyNumber: 0,
      personalName: 'Grace Hopper',
      restricted: false,
      firstName: 'Grace',
      emailAddress: 'g@example.com',
      phone: '',
      textPhone: '',
      branch: '101',
    });
    expect(await host.findCustomer('nobody')).toBeUndefined();
  });
});

test('afterwards, every cached balance equals the sum of its postings', async () => {
  expect(await findImbalances(database)).toEqual([]);
});
