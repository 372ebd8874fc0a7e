import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Day, day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { addCustomer, addLoan } from '#tests/builders/books.ts';
import { servicingRules } from '#tests/builders/loan-states.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import { listCreditAccounts } from './credit-accounts.ts';
import { sealCustomer } from './customer-details.ts';
import { createEmbeddedHost } from './embedded-host.ts';

const cipher = createFieldCipher(new Uint8Array(32).fill(5));
const through = day('2026-11-30');

let open: OpenDatabase;

beforeAll(async () => {
  open = await createTestDatabase();
  const ada = {
    customerId: 'ada',
    companyNumber: 0,
    firstName: 'Ada',
    lastName: 'Byron',
    companyName: '',
    emailAddress: '',
    phone: '5550100001',
    birthDate: day('1979-05-23'),
    ssn: '900318814',
    address1: '1 Elm Street',
    city: 'Portland',
    state: 'ME',
    zip: '04101',
    branch: '101',
  };
  await addCustomer(open.database, 'ada', sealCustomer(ada, cipher));
  await addCustomer(open.database, 'mill', { company_number: 7, company_name: 'Mill' });
  const add = (number: string, changes: Partial<Parameters<typeof addLoan>[1]> = {}) =>
    addLoan(open.database, { number, customerId: 'ada', ...changes });
  for (const number of ['L-3', 'L-1']) await add(number);
  await add('L-2', { line: true, state: { principalCents: cents(10_000), nextDueOn: day('2026-12-20') } });
  await add('L-4', { account: { opened_on: day('2026-12-01') } });
  await add('L-5', { state: { principalCents: ZERO, nextDueOn: null } });
  await add('L-6', { customerId: 'mill' });
});

afterAll(() => open.close());

const page = (after: string, limit: number, month: Day = through) =>
  listCreditAccounts(
    open.database,
    { through: month, after, limit },
    { timeZone: 'America/New_York', rules: servicingRules, cipher },
  );

test('the accounts for a credit bureau come page by page, in the order of their numbers', async () => {
  const numbers = async (after: string, limit: number) => {
    const { accounts, next } = await page(after, limit);
    return { numbers: accounts.map(({ accountNumber }) => accountNumber), next };
  };
  expect(await numbers('', 2)).toEqual({ numbers: ['L-1', 'L-2'], next: 'L-2' });
  // The fourth was opened after the month.
  expect(await numbers('L-2', 2)).toEqual({ numbers: ['L-3'], next: 'L-4' });
  // The fifth never owed anything on these books.
  expect(await numbers('L-4', 3)).toEqual({ numbers: ['L-6'], next: null });
  expect(await numbers('L-6', 3)).toEqual({ numbers: [], next: null });
});

test('an account names its terms and its owner, with the numbers that only a bureau is told', async () => {
  const [loan, line] = (await page('', 2)).accounts;
  expect(loan).toMatchObject({
    customerId: 'ada',
    accountNumber: 'L-1',
    isLine: false,
    isCompany: false,
    hasFiguresFromFiles: false,
    openedOn: '2024-01-01',
    originalAmountCents: 1_000_000,
    termPayments: 60,
    maturityOn: '2029-01-01',
    billingFrequency: 'Monthly',
    holdCode: '',
    inDispute: false,
    chargedOff: null,
    consumer: {
      firstName: 'Ada',
      lastName: 'Byron',
      ssn: '900318814',
      birthDate: '1979-05-23',
      phone: '5550100001',
      address1: '1 Elm Street',
      city: 'Portland',
      state: 'ME',
      zip: '04101',
    },
  });
  expect(line).toMatchObject({ isLine: true, creditLimitCents: 500_000, termPayments: null });
  const [company] = (await page('L-5', 1)).accounts;
  expect(company).toMatchObject({ isCompany: true, consumer: { ssn: null, birthDate: null } });
});

test('an account is in no month before it was on these books', async () => {
  expect((await page('', 10, day('2026-10-31'))).accounts).toEqual([]);
});

test('a charge-off that was reversed since is not known of the months in which it counted', async () => {
  const institution = { servicing: servicingRules, timeZone: 'America/New_York' };
  const { servicing } = createEmbeddedHost(open.database, institution, cipher);
  const change = (on: string) => ({
    accountNumber: 'L-3',
    paymentId: `charge-off-${on}`,
    effectiveOn: day(on),
    postedAt: Temporal.Instant.from(`${on}T16:00:00Z`),
  });
  const chargedOff = async (month: string) => (await page('L-2', 1, day(month))).accounts[0]?.chargedOff;
  await servicing?.chargeOff(change('2026-11-30'));
  // With interest of 29 days at $2.00.
  expect(await chargedOff('2026-11-30')).toEqual({ on: '2026-11-30', amountCents: 1_005_800 });
  await servicing?.reverseChargeOff(change('2026-12-05'));
  expect(await chargedOff('2026-11-30')).toBe('notKnown');
  expect(await chargedOff('2026-12-31')).toBeNull();
  await servicing?.chargeOff(change('2026-12-20'));
  expect(await chargedOff('2026-11-30')).toBe('notKnown');
  expect(await chargedOff('2026-12-31')).toMatchObject({ on: '2026-12-20' });
});
