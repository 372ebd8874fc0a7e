import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, day, type Day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { findImbalances } from './books/find-imbalances.ts';
import { HostRefused, HostUnavailable } from './host-errors.ts';
import type { Host } from './host.ts';
import type { PaymentPosting } from './host-payments.ts';
import { createHttpHost } from './http/http-host.ts';
import { operations } from './http/protocol.ts';
import { type HostServer, serveHost } from './http/serve-host.ts';
import { signatureHeaders, signRequest } from './http/signature.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

/** Runs every requirement against both hosts: the books directly, and over HTTP. */

const key = new Uint8Array(32).fill(7);
const stranger = '999999';
const today = day('2026-11-21');
const at = Temporal.Instant.from('2026-11-21T15:00:00Z');
/** More accounts of a kind add no coverage. */
const ACCOUNTS_OF_A_KIND = 4;

const [LOAN, OWNER] = ['101-005520-1', '400102'] as const;

let app: TestApp;
let server: HostServer;
let customers: string[];
let paymentNumber = 0;

beforeAll(async () => {
  app = await createTestApp();
  const { host, log, database } = app.services;
  server = await serveHost(host, { key, port: 0, bindAddress: '127.0.0.1', log });
  const { rows } = await sql<{ id: string }>`select customer_id as id from customers order by 1`.execute(database);
  customers = rows.map(({ id }) => id);
});

afterAll(async () => {
  await server.close();
  await app.close();
});

const httpHost = () => createHttpHost({ url: server.url, key, timeoutMs: 10_000 });

const hosts: readonly (readonly [string, () => Host])[] = [
  ['the books', () => app.services.host],
  ['a host over HTTP', httpHost],
];

function posting(changes: Partial<PaymentPosting> = {}): PaymentPosting {
  paymentNumber += 1;
  return {
    paymentId: `contract-${paymentNumber}`,
    accountNumber: LOAN,
    effectiveOn: today,
    postedAt: at,
    amountCents: cents(1_000 + paymentNumber),
    additionalPrincipalCents: ZERO,
    processingFeeCents: cents(200),
    method: 'ACH',
    ...changes,
  };
}

function never(): never {
  throw new Error('Nothing was posted');
}

const wholeHistory = { since: null, limit: 1_000, before: null };

const period = {
  from: day('2026-10-01'),
  through: day('2026-10-31'),
  yearStartsAt: Temporal.Instant.from('2026-01-01T05:00:00Z'),
  startsAt: Temporal.Instant.from('2026-10-01T04:00:00Z'),
  endsAt: Temporal.Instant.from('2026-11-01T04:00:00Z'),
};

/** Calls every read method for a customer and an account. */
async function askEverything(host: Host, customerId: string, accountNumber: string) {
  return {
    findCustomer: await host.findCustomer(customerId),
    findContacts: await host.findContacts(customerId),
    ssnMatches: await host.ssnMatches(customerId, '000000000'),
    listAccounts: await host.listAccounts(customerId, today),
    ownsAccount: await host.ownsAccount(customerId, accountNumber),
    findLoan: await host.findLoan(customerId, accountNumber, today),
    findLoanToDraw: await host.findLoanToDraw(customerId, accountNumber, today),
    quotePayoff: await host.quotePayoff(customerId, accountNumber, addDays(today, 10)),
    listHistory: await host.listHistory(customerId, accountNumber, {
      ...wholeHistory,
      sorting: { column: 'total', direction: 'descending' },
    }),
    findLoanDetails: await host.findLoanDetails(customerId, accountNumber, today),
    findLoanStory: await host.findLoanStory(customerId, accountNumber, today),
    findDeposit: await host.findDeposit(customerId, accountNumber),
    listLoans: await host.listLoans([accountNumber], today),
    listInsurances: await host.listInsurances(accountNumber),
    listApplications: await host.listApplications(customerId, day('2026-01-01')),
    findApplication: await host.findApplication(customerId, 'A-1'),
    findStatementAccount: await host.findStatementAccount(customerId, accountNumber),
    readStatement: await host.readStatement(customerId, accountNumber, period),
    readInterestOfYear: await host.readInterestOfYear(customerId, accountNumber, 2026),
    projectPayment: await host.projectPayment({
      accountNumber,
      effectiveOn: today,
      amountCents: cents(100),
      additionalPrincipalCents: ZERO,
      payoffOn: addDays(today, 5),
    }),
  };
}

test('both hosts tell of a charge-off', async () => {
  const [charged, owner] = ['102-005510-4', '400107'];
  const change = { accountNumber: charged, effectiveOn: today, postedAt: at };
  const [books, http] = [app.services.host, httpHost()];
  const before = await books.findLoan(owner, charged, today);
  expect(before?.chargedOff).toBeNull();
  await books.servicing?.chargeOff({ ...change, paymentId: `charge-off-${crypto.randomUUID()}` });
  const chargedOff = { on: today, amountCents: before?.payoffCents };
  const loan = { chargedOff, dueOn: null, totalDueCents: 0, payoffCents: before?.payoffCents };
  for (const host of [books, http]) {
    expect(await host.findLoan(owner, charged, today)).toMatchObject(loan);
    expect(await host.findLoanToDraw(owner, charged, today)).toMatchObject({ standing: 'closed', loan });
  }
  await books.servicing?.reverseChargeOff({ ...change, paymentId: `charge-off-${crypto.randomUUID()}` });
  for (const host of [books, http]) expect(await host.findLoan(owner, charged, today)).toEqual(before);
});

test('a host over HTTP returns the same as the books for every account', { timeout: 60_000 }, async () => {
  const [books, http] = [app.services.host, httpHost()];
  const compared = new Map<number, number>();
  for (const customerId of customers) {
    for (const { number, typeCode } of await books.listAccounts(customerId, today)) {
      const before = compared.get(typeCode) ?? 0;
      if (before === ACCOUNTS_OF_A_KIND) continue;
      compared.set(typeCode, before + 1);
      expect(await askEverything(http, customerId, number)).toEqual(await askEverything(books, customerId, number));
    }
  }
  // Loans, a line of credit, deposits and investments.
  expect(compared.size).toBeGreaterThan(3);
  const late = { on: addDays(today, 60), after: null, limit: 3 };
  expect(await http.listLateLoans(late)).toEqual(await books.listLateLoans(late));
  expect(await http.listElectronicAccounts('', 5)).toEqual(await books.listElectronicAccounts('', 5));
  const facts = { emailAddress: (await books.findCustomer(OWNER))?.emailAddress, accountNumber: LOAN };
  expect(await http.findCustomerByIdentity(facts)).toEqual(await books.findCustomerByIdentity(facts));
  expect((await http.findCustomerByIdentity(facts))?.customerId).toBe(OWNER);
});

describe.each(hosts)('%s', (_name, hostOf) => {
  test('reveals nothing about an account to another customer', async () => {
    const asked = await askEverything(hostOf(), stranger, LOAN);
    expect(asked).toMatchObject({
      findCustomer: undefined,
      findContacts: undefined,
      ssnMatches: false,
      listAccounts: [],
      ownsAccount: false,
      findLoan: undefined,
      findLoanToDraw: { standing: 'notFound' },
      quotePayoff: undefined,
      listHistory: [],
      findLoanDetails: undefined,
      findLoanStory: undefined,
      findStatementAccount: undefined,
      readStatement: undefined,
      readInterestOfYear: undefined,
    });
  });

  test('tells of the release of a lien', async () => {
    const [closed, owner] = ['101-001902-4', '400101'];
    const release = { accountNumber: closed, releasedOn: today, reference: 'ME-T 1', effectiveOn: today, postedAt: at };
    const { servicing } = app.services.host;
    expect((await hostOf().findLoanDetails(owner, closed, today))?.lien).toBeNull();
    await servicing?.recordLienRelease({ ...release, paymentId: `lien-${crypto.randomUUID()}` });
    expect((await hostOf().findLoanDetails(owner, closed, today))?.lien).toEqual({
      releasedOn: today,
      reference: 'ME-T 1',
    });
    await servicing?.withdrawLienRelease({ ...release, paymentId: `lien-${crypto.randomUUID()}` });
  });

  test('posts a payment once and repeats its answer', async () => {
    const host = hostOf();
    const before = await host.findLoan(OWNER, LOAN, today);
    const payment = posting();
    const copies = await Promise.all(Array.from({ length: 8 }, () => host.postPayment(payment)));
    expect(new Set(copies.map((copy) => JSON.stringify(copy))).size).toBe(1);
    const after = await host.findLoan(OWNER, LOAN, today);
    const { feesCents, interestCents, principalCents } = copies[0]?.allocation ?? never();
    expect(feesCents + interestCents + principalCents).toBe(payment.amountCents);
    expect((before?.principalCents ?? 0) - (after?.principalCents ?? 0)).toBe(principalCents);
    const entries = await host.listHistory(OWNER, LOAN, wholeHistory);
    expect(entries.filter(({ paymentId }) => paymentId === payment.paymentId)).toHaveLength(1);
    const totalCents = payment.amountCents + payment.processingFeeCents;
    expect(await host.listPostings([payment.paymentId, 'never-posted'])).toEqual([
      { paymentId: payment.paymentId, method: 'ACH', totalCents, reversed: false },
    ]);
  });

  test('posts exactly the projected effect', async () => {
    const host = hostOf();
    const { paymentId: _id, postedAt: _at, processingFeeCents: _fee, method: _method, ...plan } = posting();
    const projected = await host.projectPayment(plan);
    const { allocation, principalAfterCents } = await host.postPayment({ ...posting(), ...plan });
    expect({ allocation, principalAfterCents }).toEqual({
      allocation: projected?.allocation,
      principalAfterCents: projected?.principalAfterCents,
    });
  });

  test.each([
    ['NotALoan', { accountNumber: '999-999999-9' }],
    ['OtherPayment', { amountCents: cents(77_777) }],
  ] as const)('refuses %s permanently', async (reason, changes) => {
    const host = hostOf();
    const payment = posting();
    if (reason === 'OtherPayment') await host.postPayment(payment);
    const refused = await host.postPayment({ ...payment, ...changes }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(HostRefused);
    expect(refused).toMatchObject({ reason });
  });

  test('reverses a payment once, and ignores one that was never posted', async () => {
    const host = hostOf();
    const before = await host.findLoan(OWNER, LOAN, today);
    const { paymentId } = posting();
    await host.postPayment(posting({ paymentId }));
    const reversal = { paymentId, effectiveOn: today, postedAt: at };
    const copies = await Promise.all(Array.from({ length: 5 }, () => host.reversePayment(reversal)));
    expect(new Set(copies.map((copy) => copy?.transferId)).size).toBe(1);
    expect(await host.findLoan(OWNER, LOAN, today)).toEqual(before);
    expect(await host.reversePayment({ ...reversal, paymentId: 'never-posted' })).toBeUndefined();
    expect((await host.listPostings([paymentId]))[0]?.reversed).toBe(true);
  });

  test('reverses a payment that was moved to another loan where it is', async () => {
    const host = hostOf();
    const [other, othersOwner] = ['101-004417-2', '400101'] as const;
    const loans = async () => [await host.findLoan(OWNER, LOAN, today), await host.findLoan(othersOwner, other, today)];
    const before = await loans();
    const { paymentId } = posting();
    await host.postPayment(posting({ paymentId }));
    await app.services.host.servicing?.movePayment({
      paymentId,
      moveId: `moved-${paymentId}`,
      fromAccountNumber: LOAN,
      accountNumber: other,
      additionalPrincipalCents: ZERO,
      waivedChargeIds: [],
      movedOn: today,
      postedAt: at,
    });
    const [left, reached] = await loans();
    expect(left).toEqual(before[0]);
    expect(reached?.payoffCents).toBeLessThan(before[1]?.payoffCents ?? 0);
    expect(await host.listPostings([paymentId])).toMatchObject([{ paymentId, reversed: false }]);
    const reversal = { paymentId, effectiveOn: today, postedAt: at };
    const reversed = await host.reversePayment(reversal);
    expect(reversed).toMatchObject({ principalAfterCents: before[1]?.principalCents });
    expect(await host.reversePayment(reversal)).toEqual(reversed);
    expect(await loans()).toEqual(before);
    expect(await host.listPostings([paymentId])).toMatchObject([{ paymentId, reversed: true }]);
  });

  test('repeats and reverses a payment of a loan that owes nothing any more', async () => {
    const host = hostOf();
    const before = await host.findLoan(OWNER, LOAN, today);
    const payoff = posting({ amountCents: before?.payoffCents ?? ZERO });
    await host.postPayment(payoff);
    const second = posting();
    const copies = [await host.postPayment(second), await host.postPayment(second)];
    expect(copies[1]).toEqual(copies[0]);
    expect(copies[0]?.allocation).toEqual({ feesCents: 0, interestCents: 0, principalCents: 0 });
    const history = await host.listHistory(OWNER, LOAN, wholeHistory);
    const entry = history.find(({ paymentId }) => paymentId === second.paymentId);
    expect(entry).toMatchObject({ principalCents: 0, otherCents: second.amountCents, totalCents: second.amountCents });
    for (const { paymentId } of [second, payoff]) {
      expect(await host.reversePayment({ paymentId, effectiveOn: today, postedAt: at })).toBeDefined();
      expect((await host.listPostings([paymentId]))[0]?.reversed).toBe(true);
    }
    expect(await host.findLoan(OWNER, LOAN, today)).toEqual(before);
  });

  test('moves settled money once per key', async () => {
    const host = hostOf();
    paymentNumber += 1;
    const settlement = {
      key: `contract-settlement-${paymentNumber}`,
      description: 'Bank file settled',
      method: 'ACH',
      direction: 'in',
      amountCents: cents(500),
      effectiveOn: today,
      postedAt: at,
    } as const;
    await Promise.all([host.settleClearing(settlement), host.settleClearing(settlement)]);
    const { rows } = await sql<{ count: number }>`
      select count(*) from transfers where settlement_key = ${settlement.key}`.execute(app.services.database);
    expect(rows[0]?.count).toBe(1);
  });

  test('assesses late charges once, page by page, and waits for an expected payment', async () => {
    const host = hostOf();
    // Each host gets its own day, because charges persist.
    const on = addDays(today, hostOf === hosts[0]?.[1] ? 60 : 120);
    const accounts: string[] = [];
    for (let after: string | null = null; ;) {
      const page: Awaited<ReturnType<Host['listLateLoans']>> = await host.listLateLoans({ on, after, limit: 2 });
      accounts.push(...page.accountNumbers);
      if (page.next === null) break;
      after = page.next;
    }
    expect(accounts.length).toBeGreaterThan(2);
    expect(new Set(accounts).size).toBe(accounts.length);
    const assess = (expectedCents: number) =>
      host.assessLateCharges({
        on,
        postedAt: at,
        loans: accounts.map((accountNumber) => ({ accountNumber, expectedCents: cents(expectedCents) })),
      });
    await assess(100_000_000);
    expect(await host.countLateCharges(on)).toBe(0);
    await Promise.all([assess(0), assess(0)]);
    const charged = await host.countLateCharges(on);
    expect(charged).toBeGreaterThan(0);
    await assess(0);
    expect(await host.countLateCharges(on)).toBe(charged);
    await reverseOneLateCharge(host, on);
    await assess(0);
    expect(await host.countLateCharges(on)).toBe(charged);
  });

  /** Takes the newest late charge of a loan back, twice at once. */
  async function reverseOneLateCharge(host: Host, on: Day): Promise<void> {
    const { rows } = await sql<{ customerId: string; accountNumber: string }>`
      select customer_id as "customerId", account_number as "accountNumber"
      from accounts join postings using (account_id) join transfers using (transfer_id)
      where transfers.description = 'Late charge' and transfers.effective_on = ${on} and amount_cents > 0
      limit 1`.execute(app.services.database);
    const [{ customerId, accountNumber } = { customerId: '', accountNumber: '' }] = rows;
    const [charge, ...others] = await host.listLateCharges(customerId, accountNumber);
    if (!charge) throw new Error('The loan has no late charge.');
    expect(charge).toMatchObject({ chargedOn: on, owed: true });
    const owed = async () => (await host.quotePayoff(customerId, accountNumber, on))?.lateChargesCents ?? 0;
    const before = await owed();
    const reversal = { accountNumber, chargeId: charge.chargeId, effectiveOn: on, postedAt: at };
    await Promise.all([host.reverseLateCharge(reversal), host.reverseLateCharge(reversal)]);
    expect(await owed()).toBe(before - charge.amountCents);
    expect((await host.listLateCharges(customerId, accountNumber)).map(({ chargeId }) => chargeId)).toEqual(
      others.map(({ chargeId }) => chargeId),
    );
    expect(await host.listLateCharges(stranger, accountNumber)).toEqual([]);
    expect(await findImbalances(app.services.database)).toEqual([]);
    await expect(host.reverseLateCharge({ ...reversal, chargeId: '999999999' })).rejects.toThrow(HostRefused);
  }

  test('finds a customer by whatever staff know', async () => {
    const host = hostOf();
    const customerId = '400103';
    const [account] = await host.listAccounts(customerId, today);
    const acme = {
      customerId,
      name: 'Acme Supply Co.',
      emailAddress: 'accounts@acme-supply.example.com',
      phone: '5550106012',
      city: 'Portsmouth',
      state: 'NH',
    };
    const limit = 5;
    expect(await host.searchCustomers({ by: 'name', name: 'acme suply', limit })).toContainEqual(acme);
    const { emailAddress, phone } = acme;
    expect(await host.searchCustomers({ by: 'emailAddress', emailAddress, limit })).toEqual([acme]);
    expect(await host.searchCustomers({ by: 'phone', phone, limit })).toEqual([acme]);
    const accountNumber = account?.number ?? '';
    expect(await host.searchCustomers({ by: 'accountNumber', accountNumber, limit })).toEqual([acme]);
    expect(await host.searchCustomers({ by: 'ssnEnding', ssnEnding: '6012', limit })).toEqual([acme]);
    expect(await host.searchCustomers({ by: 'customerIds', customerIds: [customerId, stranger], limit })).toEqual([
      acme,
    ]);
    expect(await host.searchCustomers({ by: 'ssnEnding', ssnEnding: '9001', limit })).toEqual([]);
    const both = { by: 'customerIds', customerIds: [customerId, OWNER] } as const;
    expect(await host.searchCustomers({ ...both, limit })).toHaveLength(2);
    expect(await host.searchCustomers({ ...both, limit: 1 })).toHaveLength(1);
  });

  test('stores changes of a customer and an account', async () => {
    const host = hostOf();
    const address = { address1: '12 Contract Street', city: 'Portland', state: 'ME', zipCode: '04101' };
    const phones = [{ number: '5550104471', primary: true, textsAgreed: true }];
    await host.changeEmailAddress(OWNER, 'contract@example.com');
    await host.changeCustomerAddress(OWNER, address);
    await host.changePhones(OWNER, phones);
    await host.changeMailingAddress({ accountNumber: LOAN, address, at });
    await host.setStatementFormat(OWNER, LOAN, 'Electronic');
    expect(await host.findCustomer(OWNER)).toMatchObject({
      emailAddress: 'contract@example.com',
      textPhone: '5550104471',
    });
    expect(await host.findContacts(OWNER)).toEqual({ address, phones });
    expect((await host.findLoanDetails(OWNER, LOAN, today))?.mailingAddress).toEqual(address);
    expect((await host.findStatementAccount(OWNER, LOAN))?.format).toBe('Electronic');
    // Another customer can't change it.
    await host.setStatementFormat(stranger, LOAN, 'Paper');
    expect((await host.findStatementAccount(OWNER, LOAN))?.format).toBe('Electronic');
  });

  test('adds an application once per key and hands its notices out once', async () => {
    const host = hostOf();
    const added = {
      key: crypto.randomUUID(),
      customerId: OWNER,
      amountRequestedCents: cents(10_000),
      details: '{}',
      at,
    };
    const [first, second] = [await host.addApplication(added), await host.addApplication(added)];
    expect(second).toBe(first);
    expect(await host.findApplication(OWNER, first)).toMatchObject({ amountRequestedCents: 10_000 });
    expect(await host.findApplication(stranger, first)).toBeUndefined();
    await sql`update applications set notice_wanted = true where application_number = ${first}`.execute(
      app.services.database,
    );
    const notices = await Promise.all([1, 2, 3].map(() => host.takeApplicationNotice(OWNER, at)));
    expect(notices.filter((notice) => notice?.applicationNumber === first)).toHaveLength(1);
  });

  test("can't be called inside a transaction", async () => {
    const nested = inTransaction(app.services.database, () => hostOf().findCustomer(OWNER));
    await expect(nested).rejects.toThrow('inside a transaction');
  });

  test('hides an account from the web but still reports it for automatic payments', async () => {
    const host = hostOf();
    await host.hideFromWeb(LOAN);
    expect(await host.ownsAccount(OWNER, LOAN)).toBe(false);
    expect(await host.findLoan(OWNER, LOAN, today)).toBeUndefined();
    expect(await host.findLoanToDraw(OWNER, LOAN, today)).toMatchObject({ standing: 'open', hidden: true });
    await sql`update accounts set hidden_from_web = false where account_number = ${LOAN}`.execute(
      app.services.database,
    );
  });
});

describe('a request to a host over HTTP', () => {
  const path = '/v1/findCustomer';
  const body = JSON.stringify({ customerId: OWNER });

  function send(changes: Partial<Parameters<typeof signRequest>[1]> = {}, signWith = key, sent = body) {
    const signed = { method: 'POST', path, body, time: Date.now(), nonce: crypto.randomUUID(), ...changes };
    const headers = {
      'content-type': 'application/json',
      [signatureHeaders.time]: String(signed.time),
      [signatureHeaders.nonce]: signed.nonce,
      [signatureHeaders.signature]: signRequest(signWith, signed),
    };
    return fetch(new URL(path, server.url), { method: 'POST', headers, body: sent });
  }

  test('is answered once and refused when replayed', async () => {
    const fixed = { time: Date.now(), nonce: crypto.randomUUID() };
    expect((await send(fixed)).status).toBe(200);
    const again = await send(fixed);
    expect(again.status).toBe(401);
    expect(await again.json()).toEqual({ problem: 'replayed' });
  });

  test.each([
    ['another body', () => send({}, key, JSON.stringify({ customerId: stranger })), 'wrong'],
    ['another path', () => send({ path: '/v1/findContacts' }), 'wrong'],
    ['another key', () => send({}, new Uint8Array(32).fill(8)), 'wrong'],
    ['an old time', () => send({ time: Date.now() - 61_000 }), 'outsideWindow'],
    ['a time to come', () => send({ time: Date.now() + 61_000 }), 'outsideWindow'],
  ])('with the signature of %s is refused', async (_what, request, problem) => {
    const answer = await request();
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ problem });
  });

  test('with invalid input is refused', async () => {
    const wrong = JSON.stringify({ customerId: 5 });
    expect((await send({ body: wrong }, key, wrong)).status).toBe(400);
  });

  test('reports that the host is unreachable', async () => {
    const host = createHttpHost({ url: 'http://127.0.0.1:9', key, timeoutMs: 1_000 });
    const failed = await host.findCustomer(OWNER).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(HostUnavailable);
    expect(failed).toMatchObject({ why: 'unreachable' });
  });

  test('is not retried after a timeout, but is retried after a failure if repeatable', async () => {
    let calls = 0;
    const [pause, fail] = [new Promise<never>(() => undefined), () => Promise.reject(new Error('simulated failure'))];
    const behaving = (act: () => Promise<never>): Partial<Host> => ({
      findCustomer: () => ((calls += 1), act()),
      takeApplicationNotice: () => ((calls += 1), act()),
    });
    const { log, host } = app.services;
    for (const [act, name, why, expected] of [
      [() => pause, 'findCustomer', 'late', 1],
      [fail, 'findCustomer', 'failed', 2],
      [fail, 'takeApplicationNotice', 'failed', 1],
    ] as const) {
      const other = await serveHost({ ...host, ...behaving(act) }, { key, port: 0, bindAddress: '127.0.0.1', log });
      const client = createHttpHost({ url: other.url, key, timeoutMs: 500 });
      calls = 0;
      const asked = name === 'findCustomer' ? client.findCustomer(OWNER) : client.takeApplicationNotice(OWNER, at);
      expect(await asked.catch((error: unknown) => error)).toMatchObject({ why });
      expect(calls).toBe(expected);
      await other.close();
    }
  });
});

test('every method of a host is an operation of the protocol', () => {
  // Sets only make due payments faster.
  const methods = Object.keys(app.services.host).filter((name) => name !== 'sets' && name !== 'servicing');
  expect(Object.keys(operations).toSorted()).toEqual(methods.toSorted());
});
