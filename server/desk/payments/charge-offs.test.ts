import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { addCents, cents, formatCents, ZERO } from '#common/core/money.ts';
import { paymentIdOfReceived } from '#common/payments/rules/received-payment.ts';
import { chargeOffCommand } from '#server/accounts/servicing/charge-off.cli.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import type { Host } from '#server/host/host.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { auditOf, enterDesk } from '#tests/builders/desk-journey.ts';
import { achBody, submissionBody } from '#tests/builders/payment-calls.ts';
import { withDetails } from '#tests/builders/payment-scene.ts';
import { createServicingScene, type ServicingScene } from '#tests/builders/servicing-scene.ts';

// The clock is set to Saturday, November 21, 2026; the loan is due on the 12th.
const customerId = '400102';
const reason = 'No payment to be expected';
const [before, after] = ['bbbbbbbb-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002'];

let scene: ServicingScene;

beforeAll(async () => {
  scene = await createServicingScene();
});

afterAll(() => scene.testApp.close());

const read = async () =>
  (await scene.operations.get(`/api/desk/charge-off?customerId=${customerId}&accountNumber=${scene.loan}`)).json();

const request = async (seenCents: number, by = scene.operations) =>
  (await by.post('/api/desk/charge-off/ask', { customerId, accountNumber: scene.loan, seenCents, reason })).json();

const requestReversal = async () =>
  (
    await scene.operations.post('/api/desk/charge-off/ask-to-reverse', {
      customerId,
      accountNumber: scene.loan,
      reason: 'Wrong loan',
    })
  ).json();

const host = () => scene.testApp.services.host;
const today = () => scene.testApp.services.clock.today();

const comesBack = (paymentId: string) =>
  host().reversePayment({ paymentId, effectiveOn: today(), postedAt: scene.testApp.services.clock.now() });

/** The loan's movements by ledger account; debits are positive. */
async function ledgerOf() {
  const { database } = scene.testApp.services;
  const { rows } = await sql<{ code: number; sum: number }>`
    select ledger_code as code, sum(amount_cents)::bigint as sum from postings join accounts using (account_id)
    where account_number = ${scene.loan} group by 1`.execute(database);
  const sums = new Map(rows.map(({ code, sum }) => [code, sum]));
  const of = (code: number) => sums.get(code) ?? 0;
  return { owed: of(1110) + of(1120) + of(1130), contra: of(1190), recovered: 0 - of(4050), lost: of(5020) };
}

const october = {
  from: day('2026-10-01'),
  through: day('2026-10-31'),
  yearStartsAt: Temporal.Instant.from('2026-01-01T05:00:00Z'),
  startsAt: Temporal.Instant.from('2026-10-01T04:00:00Z'),
  endsAt: Temporal.Instant.from('2026-11-01T04:00:00Z'),
};
const november = {
  ...october,
  from: day('2026-11-01'),
  through: day('2026-11-30'),
  startsAt: october.endsAt,
  endsAt: Temporal.Instant.from('2026-12-01T05:00:00Z'),
};

const loanNow = async () => host().findLoan(customerId, scene.loan, today());
const sound = () => findImbalances(scene.testApp.services.database);

async function creditAccount(through: string) {
  const { ledgerReports } = scene.testApp.services;
  const page = { through: day(through), after: '', limit: 1_000 };
  const accounts = (await ledgerReports?.listCreditAccounts(page))?.accounts ?? [];
  return accounts.find(({ accountNumber }) => accountNumber === scene.loan);
}

describe('a loan', () => {
  it('is not charged off by an agent, with an outdated amount, or where the core does it', async () => {
    const agent = await enterDesk(scene.testApp, 'agent');
    await agent.open(customerId);
    const { lossCents } = await read();
    expect(await request(lossCents, agent)).toEqual({ error: 'NotPermitted' });
    expect(await request(lossCents + 1)).toEqual({ error: 'AmountMoved' });
    await scene.testApp.withHost({ servicing: undefined } as unknown as Partial<Host>, async () => {
      expect(await request(lossCents)).toEqual({ error: 'CoreDoesThis' });
    });
    await scene.withFiguresFromFiles(async () => {
      expect(await request(lossCents)).toEqual({ error: 'FiguresFromFiles' });
    });
    const refused = ['NotPermitted', 'AmountMoved', 'CoreDoesThis', 'FiguresFromFiles'].map((code) =>
      expect.objectContaining({ code }),
    );
    expect(await auditOf(scene.testApp, 'desk-refused')).toEqual(expect.arrayContaining(refused));
  });

  it('is charged off once a second person approves: a loss in the ledger, and nothing is due anymore', async () => {
    const info = await scene.calls.info(scene.loan);
    const once = submissionBody({
      info,
      loginName: 'li.wei',
      amount: info.RegularPaymentAmount,
      method: achBody(scene.loan),
      fee: 0,
    });
    const body = withDetails(once, { PaymentDate: info.UpcomingDueDays[0] ?? '' });
    const RecurringDetails = { RecurringOption: 'DaysBeforeDue', DaysBeforeDue: 0 };
    const set = await scene.calls.post('/api/PaymentRecurring/SubmitAch', { ...body, RecurringDetails });
    expect(set).toEqual(expect.objectContaining({ HasNoErrors: true }));
    await scene.postPayment(before, 20_000);
    const statement = await host().readStatement(customerId, scene.loan, october);

    const { owedCents, lossCents, principalCents, feesCents, plannedPayments } = await read();
    expect(plannedPayments).toBe(1);
    expect(await request(lossCents)).toEqual({});
    expect(await request(lossCents)).toEqual({ error: 'AskedAlready' });
    expect(await read()).toMatchObject({ asked: true, chargedOff: null });
    const { after: asked, answer } = await scene.approve('chargeOff');
    expect(answer).toMatchObject({ outcome: 'approved' });
    expect(asked).toEqual({
      [`Loan ${scene.loan}`]: `principal and charges of ${formatCents(cents(lossCents))} charged off, with interest through the day of approval`,
      [`Planned payments of loan ${scene.loan}`]: 'canceled',
    });

    const on = today();
    expect(await read()).toMatchObject({ obstacle: 'ChargedOffAlready', chargedOff: { on, amountCents: owedCents } });
    expect(await request(lossCents)).toEqual({ error: 'ChargedOffAlready' });
    const assets = principalCents + feesCents;
    expect(await ledgerOf()).toEqual({ owed: assets, contra: -assets, recovered: 0, lost: assets });
    expect(await sound()).toEqual([]);
    expect(await loanNow()).toMatchObject({
      dueOn: null,
      totalDueCents: 0,
      pastDue: false,
      lateCharge: 'none',
      payoffCents: owedCents,
      chargedOff: { on, amountCents: owedCents },
    });
    const nextMonth = await host().findLoan(customerId, scene.loan, day('2026-12-21'));
    expect(nextMonth).toMatchObject({ payoffCents: owedCents, rate: 0 });
    expect(await host().findLoanToDraw(customerId, scene.loan, on)).toMatchObject({ standing: 'closed' });
    const late = await host().listLateLoans({ on: day('2027-03-01'), after: null, limit: 1_000 });
    expect(late.accountNumbers).not.toContain(scene.loan);
    expect(await host().readStatement(customerId, scene.loan, october)).toEqual(statement);
    const [entry] = await host().listHistory(customerId, scene.loan, { since: null, limit: 1, before: null });
    expect(entry).toMatchObject({ description: 'Charged off', totalCents: 0, paymentId: null });

    const mails = await listNewestMessages(scene.testApp.services, 2);
    const told = mails.find(({ subject }) => subject === 'We charged off your loan');
    expect(told?.body).toContain(`You still owe ${formatCents(cents(owedCents))}.`);
    expect((await auditOf(scene.testApp, 'recurring-payment-cancelled')).at(-1)).toMatchObject({ reason });
    expect((await auditOf(scene.testApp, 'loan-charged-off')).at(-1)).toMatchObject({
      accountNumber: scene.loan,
      principalCents,
      plannedPayments: 1,
      reason,
    });
  });

  it('is said to be charged off to the customer, who can no longer pay it here', async () => {
    const call = (url: string) => scene.caller.call({ method: 'GET', url });
    const { payoffCents } = (await loanNow()) ?? { payoffCents: ZERO };
    const details = (await call(`/api/AccountDetails?accountNumber=${scene.loan}`)).json().Information;
    expect(details).toMatchObject({
      Standing: 'ChargedOff',
      ChargeOffDate: '2026-11-21T00:00:00',
      ChargeOffOwed: payoffCents / 100,
    });
    const accounts = await host().listAccounts(customerId, today());
    expect(accounts.find(({ number }) => number === scene.loan)).toMatchObject({ status: 'ChargedOff', dueOn: null });
    const info = await call(`/api/PaymentInformation/GetPaymentInfo?accountNumber=${scene.loan}`);
    expect(info.json().Errors[0]?.ErrorMessage).toBe('ChargedOff');
  });

  it('recovers what is received later; a payment of before that comes back is a further loss', async () => {
    const { lost, owed } = await ledgerOf();
    const received = {
      customerId,
      accountNumber: scene.loan,
      means: 'check',
      reference: '1001',
      amountCents: 50_000,
      receivedOn: today(),
      reason,
    };
    expect((await scene.operations.post('/api/desk/received-payments/receive', received)).json()).toEqual({
      overpaidCents: 0,
    });
    const once = await ledgerOf();
    expect(once.recovered).toBe(owed - once.owed);
    expect(once).toMatchObject({ contra: -once.owed, lost });
    expect((await read()).recoveredCents).toBe(once.recovered);
    expect(await sound()).toEqual([]);

    await comesBack(before);
    const back = await ledgerOf();
    expect(back).toMatchObject({ contra: -back.owed, recovered: once.recovered });
    expect(back.lost - lost).toBe(back.owed - once.owed);
    expect(back.lost).toBeGreaterThan(lost);
    expect(await sound()).toEqual([]);

    await scene.postPayment(after, 30_000);
    const paid = await ledgerOf();
    expect(paid.recovered).toBe(back.recovered + (back.owed - paid.owed));
    await comesBack(after);
    await comesBack(after);
    expect(await ledgerOf()).toEqual(back);
    expect(await sound()).toEqual([]);
  });

  it('recovers a check of a day before the charge-off, and the payments since stay recoveries', async () => {
    const { lost, recovered, owed } = await ledgerOf();
    const received = {
      customerId,
      accountNumber: scene.loan,
      means: 'check',
      reference: '1002',
      amountCents: 10_000,
      receivedOn: '2026-11-16',
      reason,
    };
    expect((await scene.operations.post('/api/desk/received-payments/receive', received)).json()).toEqual({
      overpaidCents: 0,
    });
    const now = await ledgerOf();
    expect(now).toMatchObject({ contra: -now.owed, lost, recovered: recovered + (owed - now.owed) });
    expect(await sound()).toEqual([]);
  });

  it('is reported as charged off, with the loss of what came back', async () => {
    const { lost } = await ledgerOf();
    const { payoffCents } = (await loanNow()) ?? { payoffCents: ZERO };
    expect(await creditAccount('2026-10-31')).toMatchObject({ chargedOff: null, standing: { isChargedOff: false } });
    const account = await creditAccount('2026-11-30');
    expect(account).toMatchObject({
      standing: { balanceCents: payoffCents, isChargedOff: true },
      chargedOff: { on: '2026-11-21' },
      paidOffOn: null,
    });
    const chargedOff = account?.chargedOff;
    const amountCents = chargedOff && chargedOff !== 'notKnown' ? chargedOff.amountCents : ZERO;
    expect(amountCents).toBeGreaterThanOrEqual(lost);
    expect((await creditAccount('2026-12-31'))?.months[0]).toMatchObject({ isChargedOff: true });
  });

  it('has statements that say so, and none of its interest is more than what was paid', async () => {
    const statement = await host().readStatement(customerId, scene.loan, november);
    expect(statement).toMatchObject({ due: null, chargedOffOn: '2026-11-21' });
    const { closing } = statement ?? { closing: { principalCents: ZERO, interestCents: ZERO, feesCents: ZERO } };
    const owed = addCents(closing.principalCents, closing.interestCents, closing.feesCents);
    expect(owed).toBe((await loanNow())?.payoffCents);
    const details = await host().findLoanDetails(customerId, scene.loan, today());
    const history = await host().listHistory(customerId, scene.loan, { since: null, limit: 1_000, before: null });
    const ofYear = history.filter(({ postedAt }) => postedAt !== null && postedAt.toString() > '2026-01-01T05');
    expect(details?.interestThisYearCents).toBe(addCents(...ofYear.map(({ interestCents }) => interestCents)));
  });

  it('owes as before once the charge-off is reversed, without interest for the days in between', async () => {
    scene.testApp.clock.moveOn({ hours: 24 * 10 });
    await scene.enterAgain();
    const { payoffCents } = (await loanNow()) ?? { payoffCents: ZERO };
    // The files of a core take no charge-off back.
    await scene.withFiguresFromFiles(async () => {
      expect(await requestReversal()).toEqual({});
      expect(await read()).toMatchObject({ reversalAsked: true });
      expect((await scene.approve('reverseChargeOff')).answer).toMatchObject({ outcome: 'approved' });
    });
    const now = await ledgerOf();
    expect(now).toEqual({ owed: now.owed, contra: 0, recovered: 0, lost: 0 });
    expect(await sound()).toEqual([]);
    const loan = await loanNow();
    expect(loan).toMatchObject({ payoffCents, chargedOff: null, dueOn: '2026-12-12' });
    expect(loan?.rate).toBeGreaterThan(0);
    const later = await host().findLoan(customerId, scene.loan, day('2026-12-11'));
    expect(later?.payoffCents).toBeGreaterThan(payoffCents);
    expect(await requestReversal()).toEqual({ error: 'NotChargedOff' });
    expect(await host().readStatement(customerId, scene.loan, november)).toMatchObject({
      due: null,
      chargedOffOn: '2026-11-21',
    });
    const [mail] = await listNewestMessages(scene.testApp.services, 1);
    expect(mail?.subject).toBe('Correction: your loan is not charged off');
    const [adjusted, newest, ...rest] = await host().listHistory(customerId, scene.loan, {
      since: null,
      limit: 100,
      before: null,
    });
    expect(adjusted).toMatchObject({ description: 'Charge-off adjusted', totalCents: 0 });
    expect(newest).toMatchObject({ description: 'Charge-off reversed', totalCents: 0 });
    expect(rest.find(({ description }) => description === 'Charged off')).toMatchObject({ returned: false });
    expect((await auditOf(scene.testApp, 'charge-off-reversed')).at(-1)).toMatchObject({ chargedOffOn: '2026-11-21' });
    expect(await creditAccount('2026-11-30')).toMatchObject({ chargedOff: 'notKnown' });
    expect(await creditAccount('2026-12-31')).toMatchObject({ chargedOff: null });
  });

  it('takes back a recovery after the reversal as any payment', async () => {
    const [received] = (
      await scene.operations.get(`/api/desk/received-payments?customerId=${customerId}&accountNumber=${scene.loan}`)
    ).json().received;
    await comesBack(paymentIdOfReceived(received.receivedId));
    const now = await ledgerOf();
    expect(now).toEqual({ owed: now.owed, contra: 0, recovered: 0, lost: 0 });
    expect(await sound()).toEqual([]);
  });

  it('charged off again, has none of it in a month of the first charge-off', async () => {
    const { lossCents, owedCents } = await read();
    expect(await request(lossCents)).toEqual({});
    expect((await scene.approve('chargeOff')).answer).toMatchObject({ outcome: 'approved' });
    expect(await creditAccount('2026-11-30')).toMatchObject({ chargedOff: 'notKnown' });
    expect(await creditAccount('2026-12-31')).toMatchObject({
      chargedOff: { on: '2026-12-01', amountCents: owedCents },
      months: expect.arrayContaining([expect.objectContaining({ isChargedOff: false })]),
    });
  });
});

describe('the command line', () => {
  const run = (...args: string[]) => chargeOffCommand.run(args, scene.testApp.services);

  it('shows, charges off, and reverses', async () => {
    const loan = '101-007301-6';
    expect(await run(loan)).toBe(0);
    expect(await run(loan, 'reverse', '--by', 'Ana')).toBe(1);
    expect(await run(loan, '--by', 'Ana')).toBe(0);
    expect(await run(loan)).toBe(0);
    expect(await run(loan, '--by', 'Ana')).toBe(1);
    expect(await run(loan, 'reverse', '--by', 'Ana')).toBe(0);
    expect(await run('104-002210-3')).toBe(1);
    expect(await run(loan, 'twice')).toBe(2);
    expect(await sound()).toEqual([]);
  });
});
