import { describe, expect, test } from 'vitest';
import { addDays, day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { typeCodes } from '#common/accounts/rules/account.ts';
import { forStaff } from '#server/host/host-accounts.ts';
import type { PaymentPosting } from '#server/host/host-payments.ts';
import { addCustomer, addDeposit, addLoan } from '#tests/builders/books.ts';
import { paymentOn, startEmptyBooks, today } from '#tests/builders/empty-books.ts';

const books = startEmptyBooks();

const post = (posting: PaymentPosting) => books.host.postPayment(posting);

const wholeHistory = { since: null, limit: 100, before: null };

describe('the account list', () => {
  test('shows loans, lines of credit, deposits and investments in this order, each by number', async () => {
    const customerId = await books.newCustomer();
    const add = { customerId, balance: 10_000 };
    await addDeposit(books.database, { ...add, number: '105-000002-0', typeCode: typeCodes.otherInvestment });
    await addDeposit(books.database, { ...add, number: '104-000002-0', typeCode: typeCodes.otherDeposit });
    await addDeposit(books.database, { ...add, number: '104-000001-0', typeCode: typeCodes.checking });
    await addDeposit(books.database, { ...add, number: '099-000001-0', typeCode: typeCodes.note });
    await addLoan(books.database, { number: '103-000001-0', customerId, line: true });
    await addLoan(books.database, { number: '101-000002-0', customerId });
    await addLoan(books.database, { number: '101-000001-0', customerId });
    const numbers = (await books.host.listAccounts(customerId, today)).map((account) => account.number);
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
    const customerId = await books.newCustomer();
    const number = await books.newLoan(customerId, {
      state: { nextDueOn: day('2026-11-01'), lateChargesCents: cents(2_500) },
    });
    expect(await books.host.listAccounts(customerId, today)).toEqual([
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
        hidden: false,
      },
    ]);
    const [onTheFirst] = await books.host.listAccounts(customerId, day('2026-11-01'));
    expect(onTheFirst).toMatchObject({ status: '', pastDue: false, amountDueCents: 42_500 });
    const [later] = await books.host.listAccounts(customerId, day('2026-12-02'));
    expect(later).toMatchObject({ status: 'Delinquent', pastDue: true, amountDueCents: 82_500 });
  });

  test('shows the available credit of a line and the available balance of a deposit', async () => {
    const customerId = await books.newCustomer();
    await books.newLoan(customerId, {
      line: true,
      state: { principalCents: cents(120_000), nextDueOn: day('2026-12-20') },
    });
    await books.newLoan(customerId, { line: true });
    await addDeposit(books.database, {
      customerId,
      number: 'D-held',
      typeCode: typeCodes.checking,
      balance: 50_000,
      held: 1_234,
    });
    expect(await books.host.listAccounts(customerId, today)).toMatchObject([
      { balanceCents: 120_000, availableBalanceCents: 380_000, dueOn: '2026-12-20', amountDueCents: 7_500 },
      { balanceCents: 0, availableBalanceCents: 500_000, dueOn: null, amountDueCents: 0 },
      { balanceCents: 50_000, availableBalanceCents: 48_766, dueOn: null, amountDueCents: 0 },
    ]);
  });

  test('leaves out hidden accounts, except for staff, and is empty for a customer without accounts', async () => {
    const customerId = await books.newCustomer();
    expect(await books.host.listAccounts(customerId, today, forStaff)).toEqual([]);
    const number = await books.newLoan(customerId, { account: { hidden_from_web: true } });
    expect(await books.host.listAccounts(customerId, today)).toEqual([]);
    expect(await books.host.listAccounts(customerId, today, forStaff)).toMatchObject([{ number, hidden: true }]);
  });
});

describe("another customer's account", () => {
  test('gives the same answer as one that does not exist', async () => {
    const [owner, stranger] = [await books.newCustomer(), await books.newCustomer()];
    const number = await books.newLoan(owner);
    for (const asked of [number, '999-999999-9']) {
      expect(await books.host.ownsAccount(stranger, asked)).toBe(false);
      expect(await books.host.findLoan(stranger, asked, today)).toBeUndefined();
      expect(await books.host.quotePayoff(stranger, asked, today)).toBeUndefined();
      expect(await books.host.listHistory(stranger, asked, wholeHistory)).toEqual([]);
      expect(await books.host.findLoanToDraw(stranger, asked, today)).toEqual({ standing: 'notFound' });
    }
    expect(await books.host.ownsAccount(owner, number)).toBe(true);
  });
});

describe('a loan', () => {
  test('reads the same for customers and for automatic payments', async () => {
    const customerId = await books.newCustomer();
    const number = await books.newLoan(customerId, { flags: { in_dispute: true, ach_blocked: true } });
    const found = await books.host.findLoan(customerId, number, today);
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
    const drawn = await books.host.findLoanToDraw(customerId, number, today);
    expect(drawn).toEqual({ standing: 'open', loan: found, hidden: false });
  });

  test('is closed if its hold code closes it', async () => {
    const customerId = await books.newCustomer();
    const number = await books.newLoan(customerId, { account: { hold_code: 'CLOSED' } });
    expect(await books.host.findLoan(customerId, number, today)).toMatchObject({ closed: true, holdCode: 'CLOSED' });
  });
});

describe('the history', () => {
  test('comes newest first, page by page, back to a given day', async () => {
    const customerId = await books.newCustomer();
    const number = await books.newLoan(customerId);
    for (let index = 0; index < 5; index += 1) {
      const effectiveOn = addDays(today, index);
      await post(paymentOn(number, { paymentId: `page-${number}-${index}`, amountCents: cents(1_000), effectiveOn }));
    }
    const all = await books.host.listHistory(customerId, number, wholeHistory);
    expect(all.map((entry) => entry.effectiveOn)).toEqual(
      [4, 3, 2, 1, 0].map((n) => addDays(today, n)).concat(day('2026-11-01')),
    );
    const first = await books.host.listHistory(customerId, number, { since: null, limit: 2, before: null });
    const second = await books.host.listHistory(customerId, number, {
      since: null,
      limit: 2,
      before: first[1]?.entryId ?? '',
    });
    expect([...first, ...second]).toEqual(all.slice(0, 4));
    const recent = await books.host.listHistory(customerId, number, {
      since: addDays(today, 3),
      limit: 100,
      before: null,
    });
    expect(recent).toEqual(all.slice(0, 2));
  });

  test('of a deposit shows the balance after each movement', async () => {
    const customerId = await books.newCustomer();
    await addDeposit(books.database, { customerId, number: 'D-history', typeCode: typeCodes.savings, balance: 77_000 });
    expect(await books.host.listHistory(customerId, 'D-history', wholeHistory)).toMatchObject([
      { description: 'Opening balance', principalCents: 77_000, totalCents: 77_000, runningPrincipalCents: 77_000 },
    ]);
  });
});

describe('a customer', () => {
  test('is named by company name, or by first and last name', async () => {
    await addCustomer(books.database, 'company', { company_number: 12, company_name: 'Acme Supply' });
    await addCustomer(books.database, 'person', {
      first_name: 'Grace',
      last_name: 'Hopper',
      email_address: 'g@example.com',
    });
    expect(await books.host.findCustomer('company')).toMatchObject({ companyNumber: 12, personalName: 'Acme Supply' });
    expect(await books.host.findCustomer('person')).toEqual({
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
    expect(await books.host.findCustomer('nobody')).toBeUndefined();
  });
});
