import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day } from '#common/core/dates.ts';
import { importBooks } from '#server/host/books/import/import-books.ts';
import { findUserByCustomer, findUserByLogin } from '#server/identity/users/users.queries.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { findNewestAuthorization } from '#server/payments/authorizations/draft-authorizations.queries.ts';
import { listDraftAgreements } from '#server/payments/authorizations/draft-agreements.queries.ts';
import { runDuePayments } from '#server/payments/end-of-day/run-due-payments.command.ts';
import { listSavedMethods } from '#server/payments/methods/payment-methods.queries.ts';
import { listActiveOfAccounts } from '#server/payments/schedules/recurring-payments.queries.ts';
import type { Services } from '#server/services.ts';
import { createRegistrationScene, type RegistrationScene } from '#tests/builders/registration-scene.ts';
import { importAutopay } from './import-autopay.ts';
import { importMethods } from './import-methods.ts';
import { FileChanged } from './take-over.ts';

type Line = Readonly<Record<string, string>>;
type Newcomer = Awaited<ReturnType<RegistrationScene['newcomer']>>;

let scene: RegistrationScene;
let services: Services;
let today: Day;
let token: string;

beforeAll(async () => {
  scene = await createRegistrationScene();
  services = scene.test.services;
  today = services.clock.today();
  const card = {
    cardNumber: '4242424242424242',
    securityCode: '123',
    expiration: '12/30',
    firstName: 'Harriet',
    lastName: 'Lowell',
    zipCode: '04101',
  };
  ({ token } = await services.cardProcessor.tokenize(card));
});

afterAll(() => scene.test.close());

const bank = {
  method: 'bank',
  routing_number: '411001012',
  bank_account_number: '1234567',
  bank_account_kind: 'checking',
  owner_name: 'Harriet Lowell',
};
const card = (): Line => ({
  method: 'card',
  token,
  brand: 'visa',
  last_four: '4242',
  expiration: '12/30',
  card_kind: 'debit',
});
const loanOf = ({ customerId }: Newcomer) => `101-50${customerId.slice(-4)}-1`;
const agreed = { authorized_on: '2024-03-01', authorization: 'Signed form, image 4711' };

function csv(...lines: readonly Line[]): () => Readable {
  const columns = [...new Set(lines.flatMap(Object.keys))];
  const written = lines.map((line) => columns.map((name) => JSON.stringify(line[name] ?? '')).join(','));
  return () => Readable.from([[columns.join(','), ...written].join('\n')]);
}

const choices = { by: 'Ana Silva', dryRun: false, acceptUnlikely: false };
const takeMethods = (lines: readonly Line[], more = {}) =>
  importMethods(services, csv(...lines), { ...choices, ...more });
const takeAutopay = (lines: readonly Line[], more = {}) =>
  importAutopay(services, csv(...lines), { ...choices, ...more });

function autopayOf(newcomer: Newcomer, change: Line = {}): Line {
  return {
    reference: `A-${newcomer.customerId}`,
    customer_id: newcomer.customerId,
    account_number: loanOf(newcomer),
    schedule: 'DayOfMonth',
    first_on: String(addDays(today, 3)),
    next_on: String(addDays(today, 3)),
    amount: '50.00',
    fee: '1.00',
    ...bank,
    ...agreed,
    ...change,
  };
}

async function registers(newcomer: Newcomer): Promise<void> {
  expect((await newcomer.register()).json()).toMatchObject({ HasNoErrors: true });
}

async function countMails(): Promise<number> {
  return (await listNewestMessages(services, 500)).length;
}

describe('saved methods of a former system', () => {
  test('wait for the customer, who finds them after registering', async () => {
    const newcomer = await scene.newcomer();
    const { customerId } = newcomer;
    const lines = [
      { customer_id: customerId, default_for: loanOf(newcomer), ...card() },
      { customer_id: customerId, ...bank },
    ];
    expect(await takeMethods(lines, { dryRun: true })).toMatchObject({ lines: 2, added: 0, problems: [] });
    expect(await takeMethods(lines)).toMatchObject({ lines: 2, added: 2, problems: [], unlikely: [] });
    expect(await findUserByCustomer(services.database, customerId)).toBeUndefined();
    expect(await findUserByLogin(services.database, `imported:${customerId}`)).toBeUndefined();

    await registers(newcomer);
    const user = await findUserByCustomer(services.database, customerId);
    const saved = await listSavedMethods(services.database, user?.userId ?? 0);
    expect(saved).toMatchObject([
      { type: 'Card', brand: 'visa', lastFour: '4242', expiration: '12/30' },
      { type: 'ACH', lastFour: '4567', accountType: 'Checking' },
    ]);
    const { rows } = await sql`
      select account_number from default_payment_methods where user_id = ${user?.userId}`.execute(services.database);
    expect(rows).toEqual([{ account_number: loanOf(newcomer) }]);
    // The numbers are sealed.
    const { rows: sealed } = await sql<{ text: string }>`
      select row_to_json(saved_bank_accounts)::text as text from saved_bank_accounts where user_id = ${user?.userId}
    `.execute(services.database);
    expect(sealed[0]?.text).not.toContain('1234567');
  });

  test('come again without a change, and reach a customer who has a login', async () => {
    const newcomer = await scene.newcomer();
    await registers(newcomer);
    const lines = [{ customer_id: newcomer.customerId, ...card() }];
    expect(await takeMethods(lines)).toMatchObject({ added: 1 });
    expect(await takeMethods(lines)).toMatchObject({ added: 0, lines: 1, problems: [] });
  });

  test.each<[string, Line, string]>([
    ['of no customer', { customer_id: 'no-one' }, 'customer_id is not a customer; import customers first'],
    ['default of a foreign loan', { default_for: '101-005520-1' }, 'default_for is not a loan of this customer'],
    ['a card number', { token: '4242424242424242' }, 'token looks like a card number; give the token of the processor'],
    ['a card without its brand', { brand: '' }, 'brand is required for a card'],
    ['a card with bank numbers', { routing_number: '411001012' }, 'routing_number does not apply to a card'],
    ['a month that does not exist', { expiration: '13/30' }, 'expiration is not an expiration such as 07/28'],
    [
      'a bank outside of the directory',
      { ...noCard(), ...bank, routing_number: '021000021' },
      'routing_number is not in the routing directory; import the directory first',
    ],
  ])('with %s are refused', async (_name, change, expected) => {
    const { customerId } = await scene.newcomer();
    const report = await takeMethods([{ customer_id: customerId, default_for: '', ...card(), ...change }]);
    expect(report.problems.map(({ line, column, reason }) => `${line} ${column} ${reason}`)).toEqual([`2 ${expected}`]);
    expect(report.added).toBe(0);
  });

  test('with an expired card are unlikely', async () => {
    const { customerId } = await scene.newcomer();
    const lines = [{ customer_id: customerId, ...card(), expiration: '10/26' }];
    expect(await takeMethods(lines)).toMatchObject({ added: 0, unlikely: [{ column: 'expiration' }] });
    expect(await takeMethods(lines, { acceptUnlikely: true })).toMatchObject({ added: 1 });
  });
});

/** Empty columns of a card, for a line about a bank account. */
function noCard(): Line {
  return { token: '', brand: '', last_four: '', expiration: '', card_kind: '' };
}

describe('recurring payments of a former system', () => {
  test('go on for customers who never sign in, by bank account and by card', async () => {
    const [byBank, byCard] = [await scene.newcomer(), await scene.newcomer()];
    const before = await countMails();
    const lines = [
      autopayOf(byBank),
      autopayOf(byCard, { ...noBank(), ...card(), authorized_on: '', authorization: '' }),
    ];
    expect(await takeAutopay(lines)).toMatchObject({ lines: 2, added: 2, problems: [], unlikely: [] });
    expect(await countMails()).toBe(before);
    const [agreement, ...more] = await listDraftAgreements(services.database, byBank.customerId);
    expect(more).toEqual([]);
    expect(agreement?.agreedAt.toString()).toBe('2024-03-01T05:00:00Z');
    const { rows } = await sql<{ html: string }>`
      select html from draft_agreements where customer_id = ${byBank.customerId}`.execute(services.database);
    expect(rows[0]?.html).toContain(
      'Authorized on 03/01/2024, before these payments moved to this site: Signed form, image 4711',
    );
    expect(rows[0]?.html).toContain('ending in 4567');

    scene.test.clock.moveOn({ hours: 24 * 3 });
    try {
      await runDuePayments(services, new AbortController().signal);
    } finally {
      scene.test.clock.moveOn({ hours: -24 * 3 });
    }
    const paid = await sql<{ customer_id: string; state: string; method_type: string; total: number }>`
      select customer_id, state, method_type, (amount_cents + first_party_fee_cents)::int as total from payments
      where customer_id in (${byBank.customerId}, ${byCard.customerId}) order by customer_id`.execute(
      services.database,
    );
    expect(paid.rows).toEqual([
      { customer_id: byBank.customerId, state: 'posted', method_type: 'ACH', total: 5_100 },
      { customer_id: byCard.customerId, state: 'posted', method_type: 'Card', total: 5_100 },
    ]);

    // Its former authorization named no fee of ours.
    const { rows: drawn } = await sql<{ id: string }>`
      select payment_id as id from payments where customer_id = ${byBank.customerId}`.execute(services.database);
    expect(await findNewestAuthorization(services.database, drawn[0]?.id ?? '')).toBeUndefined();

    // The same file again, after they have gone on and one was given up.
    await sql`update recurring_payments set state = 'cancelled' where customer_id = ${byCard.customerId}`.execute(
      services.database,
    );
    expect(await takeAutopay(lines)).toMatchObject({ lines: 2, added: 0, problems: [], unlikely: [] });
    expect(await listActiveOfAccounts(services.database, [loanOf(byBank), loanOf(byCard)])).toHaveLength(1);
    const { rows: audited } = await sql<{ event: string; count: number }>`
      select event, count(*)::int as count from audit_log where event like 'recurring-payment%imported' group by event order by event`.execute(
      services.database,
    );
    expect(audited).toEqual([
      { event: 'recurring-payment-imported', count: 2 },
      { event: 'recurring-payments-imported', count: 2 },
    ]);
  });

  test('belong to the customer after registering', async () => {
    const newcomer = await scene.newcomer();
    await takeAutopay([autopayOf(newcomer)]);
    await registers(newcomer);
    const user = await findUserByCustomer(services.database, newcomer.customerId);
    const [active] = await listActiveOfAccounts(services.database, [loanOf(newcomer)]);
    expect(active).toMatchObject({ userId: user?.userId, amountCents: 5_000, state: 'active' });
  });

  test.each<[string, Line, readonly string[]]>([
    ['without an authorization', { authorization: '' }, ['authorization is required for a bank']],
    ['without an amount', { amount: '' }, ['amount is required unless the total due is paid']],
    ['of a foreign loan', { account_number: '101-005520-1' }, ['account_number is not a loan of this customer']],
    [
      'that the former system still draws',
      { first_on: '2026-11-01', next_on: '2026-11-21' },
      ['next_on is not after today; the former system draws until then'],
    ],
    ['on another day', { next_on: '2026-11-25' }, ['next_on is not a day of the schedule']],
    ['that begins later than it goes on', { first_on: '2027-01-24' }, ['next_on is before first_on']],
    [
      'days before no due day',
      { schedule: 'Weekly', days_before_due: '3' },
      ['days_before_due applies only to DaysBeforeDue'],
    ],
    [
      'of the total due and more',
      { amount: '', additional_principal: '25.00', pays_total_due: 'yes' },
      ['additional_principal must be empty if the total due is paid'],
    ],
    [
      'of the total due of a loan',
      { amount: '', pays_total_due: 'yes' },
      ['pays_total_due applies only to lines of credit'],
    ],
  ])('%s are refused', async (_name, change, expected) => {
    const newcomer = await scene.newcomer();
    const report = await takeAutopay([autopayOf(newcomer, change)]);
    expect(report.problems.map(({ column, reason }) => `${column} ${reason}`)).toEqual(expected);
    expect(await listActiveOfAccounts(services.database, [loanOf(newcomer)])).toEqual([]);
  });

  test('beside another one of the loan are refused, in one file and in two', async () => {
    const newcomer = await scene.newcomer();
    const another = autopayOf(newcomer, { reference: 'another' });
    const twice = await takeAutopay([autopayOf(newcomer), another]);
    expect(twice.problems).toMatchObject([{ line: 3, reason: 'is already on line 2' }]);
    expect(await takeAutopay([autopayOf(newcomer)])).toMatchObject({ added: 1 });
    expect((await takeAutopay([another])).problems).toMatchObject([{ reason: 'has a recurring payment already' }]);
  });

  test.each<[string, Line, string]>([
    ['far too much', { amount: '99999' }, 'amount is more than 5 installments'],
    ['in a far future', { first_on: '2027-02-24', next_on: '2027-02-24' }, 'next_on is more than two months ahead'],
    [
      'from an expired card',
      { ...noBank(), method: 'card', expiration: '10/26' },
      'expiration is before the next payment',
    ],
  ])('%s are unlikely', async (_name, change, expected) => {
    const newcomer = await scene.newcomer();
    const fromCard = change['method'] === 'card' ? { ...card(), authorization: '', authorized_on: '' } : {};
    const report = await takeAutopay([autopayOf(newcomer, { ...fromCard, ...change })]);
    expect(report).toMatchObject({ problems: [], added: 0 });
    expect(report.unlikely.map(({ column, reason }) => `${column} ${reason}`)).toEqual([expected]);
  });
});

function noBank(): Line {
  return { routing_number: '', bank_account_number: '', bank_account_kind: '', owner_name: '' };
}

test('the samples of the documentation are imported', async () => {
  const sample = (name: string) => () =>
    createReadStream(new URL(`../../../docs/import-sample/${name}.csv`, import.meta.url));
  const books = { customers: sample('customers')(), accounts: sample('accounts')(), loans: sample('loans')() };
  expect(await importBooks(services, books)).toMatchObject({ problems: [], imported: { loans: 3 } });
  expect(await importMethods(services, sample('methods'), choices)).toMatchObject({
    problems: [],
    unlikely: [],
    added: 2,
  });
  expect(await importAutopay(services, sample('autopay'), choices)).toMatchObject({
    problems: [],
    unlikely: [],
    added: 1,
  });
});

test('a file that changes between the check and the import leaves nothing', async () => {
  const newcomer = await scene.newcomer();
  const { customerId } = newcomer;
  const files = [
    csv({ customer_id: customerId, ...bank }),
    csv({ customer_id: customerId, ...bank, owner_name: 'Eve' }),
  ];
  const open = () => (files.length > 1 ? files.shift() : files[0])?.() ?? Readable.from([]);
  await expect(importMethods(services, open, choices)).rejects.toThrow(FileChanged);
  await registers(newcomer);
  const user = await findUserByCustomer(services.database, customerId);
  expect(await listSavedMethods(services.database, user?.userId ?? 0)).toEqual([]);
});
