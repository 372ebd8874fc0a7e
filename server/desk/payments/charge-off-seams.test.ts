import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addDays, day } from '#common/core/dates.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { closeBusinessDays } from '#server/payments/end-of-day/close-business-days.command.ts';
import { readBankFile } from '#server/payments/end-of-day/make-bank-file.command.ts';
import { auditOf, enterDesk } from '#tests/builders/desk-journey.ts';
import { achBody } from '#tests/builders/payment-calls.ts';
import { createServicingScene, type ServicingScene } from '#tests/builders/servicing-scene.ts';

// The clock is set to Saturday, November 21, 2026; the loan is due on the 12th.
const customerId = '400102';
const line = { customerId: '400105', accountNumber: '103-001188-2' };
const reason = 'Asked for at the desk';
const stopping = new AbortController().signal;

let scene: ServicingScene;

beforeAll(async () => {
  scene = await createServicingScene();
});

afterAll(() => scene.testApp.close());

afterEach(async () => {
  const imbalances = await findImbalances(services().database);
  if (imbalances.length > 0) throw new Error(JSON.stringify(imbalances));
});

const services = () => scene.testApp.services;
const today = () => services().clock.today();
const post = async (url: string, body: object) => (await scene.operations.post(url, { reason, ...body })).json();
const nameOf = (loan: { customerId: string; accountNumber: string }) =>
  `customerId=${loan.customerId}&accountNumber=${loan.accountNumber}`;
const state = async (loan: typeof line = scene.named) =>
  (await scene.operations.get(`/api/desk/charge-off?${nameOf(loan)}`)).json();

async function chargeOff(loan: typeof line = scene.named): Promise<void> {
  const { lossCents: seenCents } = await state(loan);
  expect(await post('/api/desk/charge-off/ask', { ...loan, seenCents })).toEqual({});
  expect((await scene.approve('chargeOff')).answer).toMatchObject({ outcome: 'approved' });
}

async function reverse(loan: typeof line = scene.named): Promise<void> {
  expect(await post('/api/desk/charge-off/ask-to-reverse', loan)).toEqual({});
  expect((await scene.approve('reverseChargeOff')).answer).toMatchObject({ outcome: 'approved' });
}

async function clockAt(at: string): Promise<void> {
  const { clock } = scene.testApp;
  clock.moveOn(clock.now().until(Temporal.Instant.from(at)));
  await scene.enterAgain();
  for (const staff of [scene.operations, scene.supervisor]) await staff.open(line.customerId);
}

async function creditAccount(accountNumber: string, through: string) {
  const page = { through: day(through), after: '', limit: 1_000 };
  const accounts = (await services().ledgerReports?.listCreditAccounts(page))?.accounts ?? [];
  return accounts.find((account) => account.accountNumber === accountNumber);
}

const interestOf = async (year: number) =>
  (await services().ledgerReports?.listLoanInterest(year))?.find(({ accountNumber }) => accountNumber === scene.loan)
    ?.interestCents ?? 0;

describe('what waits for a second person when a loan is charged off', () => {
  it('is refused once it is, and so is what one person changes alone', async () => {
    const wanted = { ...scene.named, rate: 40_000, from: '2026-12-01', newPayment: false };
    const query = `${nameOf(scene.named)}&rate=40000&from=2026-12-01&newPayment=no`;
    const { after } = (await scene.operations.get(`/api/desk/rate?${query}`)).json();
    expect(await post('/api/desk/rate/ask', { ...wanted, seenCents: after.installmentCents })).toEqual({
      outcome: 'asked',
    });
    const deferral = { ...scene.named, installments: 2, seen: '2026-12-12' };
    expect(await post('/api/desk/deferral/defer', deferral)).toEqual({ outcome: 'asked' });
    await scene.setUpAutopay();
    // The customer may hide the loan meanwhile; autopay goes on, and the email is sent all the same.
    const hidden = {
      method: 'POST',
      url: '/api/Account/ShowHideAccount',
      payload: { AccountNumber: scene.loan },
    } as const;
    expect((await scene.caller.call(hidden)).json()).toMatchObject({ HasNoErrors: true });
    await chargeOff();
    expect((await scene.approve('changeRate')).answer).toEqual({
      outcome: 'refused',
      why: 'The loan was closed meanwhile.',
    });
    expect((await scene.approve('deferInstallments')).answer).toEqual({
      outcome: 'refused',
      why: 'The loan was closed meanwhile.',
    });
    expect(await post('/api/desk/deferral/defer', { ...deferral, installments: 1 })).toEqual({ error: 'LoanClosed' });
    const dueDay = { ...scene.named, dueDay: 20, seen: '2026-12-12' };
    expect(await post('/api/desk/due-date/change', dueDay)).toEqual({ error: 'NothingOwed' });
    const told = (await listNewestMessages(services(), 5)).map(({ subject }) => subject);
    expect(told).toContain('We charged off your loan');
    const { rows } = await sql<{ state: string }>`
      select state from recurring_payments where account_number = ${scene.loan}
      order by created_at desc limit 1`.execute(services().database);
    expect(rows).toEqual([{ state: 'cancelled' }]);
    await sql`update accounts set hidden_from_web = false where account_number = ${scene.loan}`.execute(
      services().database,
    );
  });

  it('can still be quoted to the customer, without interest for later days, and staff see what they see', async () => {
    const { owedCents } = await state();
    const on = addDays(today(), 9);
    const url = `/api/PaymentInformation/GetPayOffQuote?AccountNumber=${scene.loan}&PayOffDate=${on}`;
    expect((await scene.caller.call({ method: 'GET', url })).json()).toMatchObject({
      PayOffQuoteAmount: owedCents / 100,
    });
    const { rows } = await sql<{ userId: number }>`
      select user_id as "userId" from users where customer_id = ${customerId}`.execute(services().database);
    const agent = await enterDesk(scene.testApp, 'agent');
    await agent.open(customerId);
    const viewed = { customerId, userId: rows[0]?.userId, reason };
    const { pathname, search } = new URL((await agent.post('/api/desk/view/begin', viewed)).json().address);
    const page = await scene.testApp.app.inject(pathname + search);
    const cookie = page.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const [, usertoken = ''] = /data-token="([^"]+)"/.exec(page.body) ?? [];
    const details = await scene.testApp.app.inject({
      method: 'GET',
      url: `/api/AccountDetails?accountNumber=${scene.loan}`,
      headers: { cookie, usertoken },
    });
    expect(details.json().Information).toMatchObject({ Standing: 'ChargedOff', ChargeOffOwed: owedCents / 100 });
  });
});

describe('a loan that is charged off, recovered and reversed in different years', () => {
  it('has the interest of each year in the year it was paid, and in every month what stood then', async () => {
    const before = await interestOf(2026);
    const { principalCents, interestCents, feesCents } = await state();
    expect(interestCents).toBeGreaterThan(0);
    await clockAt('2027-01-15T10:00:00-05:00');
    const received = { ...scene.named, means: 'check', reference: '1', receivedOn: today() };
    const amountCents = feesCents + interestCents + 20_000;
    expect(await post('/api/desk/received-payments/receive', { ...received, amountCents })).toEqual({
      overpaidCents: 0,
    });
    expect(await state()).toMatchObject({ principalCents: principalCents - 20_000, interestCents: 0, feesCents: 0 });
    expect(await interestOf(2026)).toBe(before);
    expect(await interestOf(2027)).toBe(interestCents);
    const inDecember = await creditAccount(scene.loan, '2026-12-31');
    expect(inDecember).toMatchObject({ standing: { isChargedOff: true }, paidCents: 0 });
    await reverse();
    expect(await interestOf(2026)).toBe(before);
    expect(await interestOf(2027)).toBe(interestCents);
    expect(await creditAccount(scene.loan, '2026-12-31')).toMatchObject({ chargedOff: 'notKnown' });
    await clockAt('2027-02-01T10:00:00-05:00');
    expect(await creditAccount(scene.loan, '2027-01-31')).toMatchObject({
      chargedOff: null,
      paidCents: amountCents,
      standing: { isChargedOff: false },
    });
    // From the reversal on, it earns interest again.
    expect((await state()).interestCents).toBeGreaterThan(0);
  });

  it('owes again, as a loan that was never charged off, when the recovery comes back after the reversal', async () => {
    const { principalCents } = await state();
    const query = `/api/desk/received-payments?${nameOf(scene.named)}`;
    const { receivedId } = (await scene.operations.get(query)).json().received[0];
    await post('/api/desk/received-payments/ask-to-take-back', { ...scene.named, receivedId });
    expect((await scene.approve('takeBackReceived')).answer).toMatchObject({ outcome: 'approved' });
    expect((await state()).principalCents).toBe(principalCents + 20_000);
    expect(await interestOf(2027)).toBe(0);
    const { rows } = await sql<{ sum: number }>`
      select coalesce(sum(amount_cents), 0)::bigint as sum from postings join accounts using (account_id)
      where account_number = ${scene.loan} and ledger_code in (1190, 4050, 5020)
      group by ledger_code having sum(amount_cents) <> 0`.execute(services().database);
    expect(rows).toEqual([]);
  });
});

describe('a draw and the charge-off of its line', () => {
  let profileId = '';

  it('that waits for a second person is refused, and so is the charge-off that another amount was asked for', async () => {
    await clockAt('2027-02-02T09:00:00-05:00');
    const sam = await scene.testApp.signIn('sam.rivera');
    const saved = achBody(line.accountNumber, { OwnerName: 'Sam Rivera' });
    await sam.call({ method: 'POST', url: '/api/PaymentMethod/AddAchPaymentMethod', payload: saved });
    const draws = (await scene.operations.get(`/api/desk/draws?${nameOf(line)}`)).json();
    profileId = draws.bankAccounts.find(({ lastFour }: { lastFour: string }) => lastFour === '6354').profileId;
    const { lossCents: seenCents } = await state(line);
    expect(await post('/api/desk/charge-off/ask', { ...line, seenCents })).toEqual({});
    const check = { ...line, means: 'check', reference: '1', amountCents: 1_000 };
    expect(await post('/api/desk/draws/ask', check)).toEqual({});
    expect((await scene.approve('drawOnLine')).answer).toMatchObject({ outcome: 'approved' });
    expect((await scene.approve('chargeOff')).answer).toEqual({
      outcome: 'refused',
      why: 'Something else is owed by now. Ask again.',
    });
    expect(await post('/api/desk/draws/ask', { ...check, reference: '2' })).toEqual({});
  });

  it('does not leave with the bank file once the line is charged off, and counts as never drawn when it is stopped', async () => {
    const before = await state(line);
    const credit = { ...line, profileId, amountCents: 25_000 };
    expect(await post('/api/desk/draws/ask-bank-credit', credit)).toEqual({});
    // The check that was asked for before is declined first, since both wait as draws.
    const { open } = (await scene.supervisor.get('/api/desk/approvals')).json();
    const waiting = open.filter(({ action }: { action: string }) => action === 'drawOnLine');
    const ofCheck = waiting.find(({ after }: { after: object }) => JSON.stringify(after).includes('by check'));
    await scene.supervisor.post('/api/desk/approvals/decline', { workItemId: ofCheck.workItemId, reason: 'Not now' });
    expect((await scene.approve('drawOnLine')).answer).toMatchObject({ outcome: 'approved' });
    const check = { ...line, means: 'check', reference: '3', amountCents: 1_000 };
    expect(await post('/api/desk/draws/ask', check)).toEqual({});
    await chargeOff(line);
    expect((await scene.approve('drawOnLine')).answer).toEqual({
      outcome: 'refused',
      why: 'The line was closed or charged off meanwhile.',
    });
    const charged = await state(line);
    // The money is still here, so it is not a loss.
    expect(charged.chargedOff.amountCents).toBe(before.owedCents);
    await clockAt('2027-02-02T17:05:00-05:00');
    const closed = await closeBusinessDays(services(), stopping, { catchUp: true });
    expect(closed.at(-1)?.comparison?.differences).toEqual([expect.stringContaining('charged off, or put on hold')]);
    expect(await readBankFile(services(), day('2027-02-02'))).toBeUndefined();
    const [draw] = (await scene.operations.get(`/api/desk/draws?${nameOf(line)}`))
      .json()
      .draws.filter(({ means }: { means: string }) => means === 'bank');
    await post('/api/desk/overpayments/ask-to-stop', { ...line, payoutId: draw.payoutId });
    expect((await scene.approve('stopPayout')).answer).toMatchObject({ outcome: 'approved' });
    const stopped = await state(line);
    expect(stopped).toMatchObject({ owedCents: before.owedCents, lossCents: before.lossCents, recoveredCents: 0 });
    await clockAt('2027-03-01T09:00:00-05:00');
    expect(await creditAccount(line.accountNumber, '2027-02-28')).toMatchObject({
      chargedOff: { on: '2027-02-02', amountCents: before.owedCents },
      standing: { balanceCents: before.owedCents },
    });
    expect((await auditOf(scene.testApp, 'payout-stopped')).at(-1)).toMatchObject({ amountCents: 25_000 });
  });
});
