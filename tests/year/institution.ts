import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import { demonstrationBanks } from '#demo/demonstration-banks.ts';
import type { SeededRandom } from '#demo/books/seeded-random.ts';
import { createSession } from '#server/identity/sessions/sessions.queries.ts';
import { markConfirmed } from '#server/identity/sessions/session-proofs.queries.ts';
import { insertUsers } from '#server/identity/users/users.queries.ts';
import { saveBanks } from '#server/payments-network/routing/bank-directory.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { acceptBankPaymentTerms } from '#tests/builders/bank-payment-terms.ts';
import { addCustomer, addLoan } from '#tests/builders/books.ts';
import { paymentCalls } from '#tests/builders/payment-calls.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { plusDays, plusMonths } from './calendar.ts';
import { type AgreedLoan, holdCodes } from './journal.ts';
import { ReplayedLoan } from './replayed-loan.ts';
import { Sequence } from './replayed-postings.ts';

export interface Customer {
  readonly loginName: string;
  readonly customerId: string;
  readonly userId: number;
}

export interface YearOfInstitution {
  readonly test: TestApp;
  readonly loans: readonly AgreedLoan[];
  readonly customers: ReadonlyMap<string, Customer>;
  /** Calls in a new session of the loan's owner. */
  callsFor(loan: AgreedLoan): Promise<ReturnType<typeof paymentCalls>>;
}

/** Opens an institution with a few random loans, the last one a line of credit, and one customer each. */
export async function openInstitution(
  random: SeededRandom,
  {
    startOn,
    size,
    closedOn,
  }: { readonly startOn: string; readonly size: number; readonly closedOn: readonly string[] },
): Promise<YearOfInstitution> {
  // Agreements are tested separately.
  const test = await createTestApp({
    empty: true,
    options: {
      'globalOptions.requireAchDraftAgreementOption': false,
      'deskOptions.holdCodes': holdCodes.filter((code) => code !== '').map((code) => `${code}=On hold`),
      'paymentOptions.blockAchHoldCodes': ['NOACH'],
      'paymentOptions.blockCardHoldCodes': ['NOCARD'],
    },
  });
  const { database, clock, institution } = test.services;
  const extraNonPaymentDays = closedOn.map(day);
  Object.assign(institution, { calendar: { ...institution.calendar, extraNonPaymentDays } });
  // Business days are closed from the day on which the first customer arrives.
  const start = Temporal.PlainDateTime.from(`${startOn}T00:01`).toZonedDateTime('America/New_York').toInstant();
  test.clock.moveOn(clock.now().until(start));
  const loans = Array.from({ length: size }, (_, index) =>
    index === size - 1 ? agreeLine(random, startOn, index) : agreeLoan(random, startOn, index),
  );
  for (const loan of loans) {
    await addCustomer(database, loan.customerId, { email_address: 'ada@example.com' });
    await addAgreedLoan(test, loan);
  }
  await inTransaction(database, async (transaction) => {
    await saveBanks(transaction, demonstrationBanks);
    const people = loans.map(({ customerId }) => ({
      loginName: `customer.${customerId}`,
      customerId,
      passwordHash: 'none',
      restricted: false,
    }));
    await insertUsers(transaction, people, clock.now());
  });
  const users = await database.selectFrom('users').select(['user_id', 'login_name', 'customer_id']).execute();
  await inTransaction(database, (transaction) =>
    acceptBankPaymentTerms(transaction, test.services.institution, users, clock.now()),
  );
  const customers = new Map(
    users.map((row) => [
      row.customer_id,
      { loginName: row.login_name, customerId: row.customer_id, userId: row.user_id },
    ]),
  );
  return {
    test,
    loans,
    customers,
    callsFor: async ({ customerId }) => paymentCalls(await signIn(test, customers.get(customerId))),
  };
}

/** Some end within the year, so the last installment is part of it. */
function agreeLoan(random: SeededRandom, startOn: string, index: number): AgreedLoan {
  const frequency = random.pick(['Monthly', 'Monthly', 'SemiMonthly', 'TwoWeeks', 'Weekly'] as const);
  const aYear = { Monthly: 12, SemiMonthly: 24, TwoWeeks: 26, Weekly: 52 }[frequency];
  const term = random.between(Math.ceil(aYear / 3), 2 * aYear);
  const principal = random.between(40_000, 900_000);
  const rate = random.pick([0, 49_900, 64_900, 119_999, 299_900]);
  // About level: with a year's interest on half the principal, spread over the term.
  const interest = (principal / 2) * (rate / 1_000_000) * (term / aYear);
  const installment = Math.ceil((principal + interest) / term);
  return {
    ...numbersOf(index),
    principal: BigInt(principal),
    rate: BigInt(rate),
    frequency,
    installment: BigInt(installment),
    openedOn: startOn,
    firstDueOn: firstDueDay(random, startOn, frequency),
    term,
    limit: null,
  };
}

function agreeLine(random: SeededRandom, startOn: string, index: number): AgreedLoan {
  return {
    ...numbersOf(index),
    principal: BigInt(random.between(20_000, 150_000)),
    rate: BigInt(random.pick([0, 89_900, 179_900])),
    frequency: 'Monthly',
    installment: BigInt(random.between(2_500, 7_500)),
    openedOn: startOn,
    firstDueOn: ofNextMonth(startOn, random.between(10, 28)),
    term: Infinity,
    limit: 200_000n,
  };
}

function numbersOf(index: number): Pick<AgreedLoan, 'number' | 'customerId'> {
  return { number: `101-${200_000 + index}-1`, customerId: String(800_000 + index) };
}

function firstDueDay(random: SeededRandom, startOn: string, frequency: AgreedLoan['frequency']): string {
  const first = plusDays(startOn, random.between(5, 40));
  // In the next month, so it isn't before the loan; early in it, so the day two weeks later is in the same month.
  if (frequency === 'SemiMonthly') return ofNextMonth(startOn, random.between(1, 14));
  // The last days of long months are where schedules go wrong.
  return frequency === 'Monthly' && random.next() < 0.4 ? nextThirtyFirst(startOn) : first;
}

function ofNextMonth(startOn: string, dayOfMonth: number): string {
  return plusMonths(`${startOn.slice(0, 7)}-01`, 1, dayOfMonth);
}

/** Not in the month of the start, and no two months in a row are short. */
function nextThirtyFirst(startOn: string): string {
  const next = ofNextMonth(startOn, 31);
  return next.endsWith('31') ? next : plusMonths(next, 1, 31);
}

function addAgreedLoan({ services: { database, clock } }: TestApp, agreed: AgreedLoan): Promise<number> {
  const isLine = agreed.limit !== null;
  return addLoan(database, {
    number: agreed.number,
    customerId: agreed.customerId,
    line: isLine,
    opening: { on: day(agreed.openedOn), at: clock.now() },
    account: {
      opened_on: day(agreed.openedOn),
      statement_preference: 'Electronic',
      rate_ppm: ratePpm(Number(agreed.rate)),
    },
    state: {
      rate: ratePpm(Number(agreed.rate)),
      billingFrequency: agreed.frequency,
      installmentCents: cents(Number(agreed.installment)),
      dueDay: Number(agreed.firstDueOn.slice(8)),
      maturityOn: isLine ? null : day(new ReplayedLoan(agreed, new Sequence()).maturesOn),
      creditLimitCents: cents(Number(agreed.limit ?? 0n)),
      nextDueOn: day(agreed.firstDueOn),
      partialPaidCents: ZERO,
      principalCents: cents(Number(agreed.principal)),
      accruedThrough: day(agreed.openedOn),
    },
  });
}

async function signIn({ app, services: { database, clock } }: TestApp, customer: Customer | undefined) {
  if (!customer) throw new Error('The loan has no owner');
  const { userId, customerId } = customer;
  const facts = { userId, customerId, companyNumber: 0, ipAddress: '198.51.100.7', at: clock.now() };
  const tokens = await createSession(database, facts);
  await markConfirmed(database, tokens.sessionId, clock.now().add({ hours: 1 }));
  const headers = { cookie: `passbook=${tokens.cookie}`, usertoken: tokens.userToken };
  const call: SignedInCaller['call'] = (request) =>
    app.inject({ ...request, headers: { ...headers, ...request.headers } });
  return { call };
}
