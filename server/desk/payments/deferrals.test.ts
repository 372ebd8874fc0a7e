import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { day, daysBetween } from '#common/core/dates.ts';
import type { Host } from '#server/host/host.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { runDuePayments } from '#server/payments/end-of-day/run-due-payments.command.ts';
import { deferInstallments, planDeferral } from '#server/payments/operator/defer-installments.command.ts';
import { deferCommand } from '#server/payments/operator/defer.cli.ts';
import { followHoldCode } from '#server/payments/schedules/follow-hold-code.command.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { auditOf, enterDesk } from '#tests/builders/desk-journey.ts';
import { createServicingScene, type ServicingScene } from '#tests/builders/servicing-scene.ts';

const customerId = '400102';
const url = '/api/desk/deferral';
const reason = 'Lost the job';

let scene: ServicingScene;

beforeAll(async () => {
  scene = await createServicingScene();
});

afterAll(() => scene.testApp.close());

const plan = async (installments: number) =>
  (
    await scene.operations.get(
      `${url}?customerId=${customerId}&accountNumber=${scene.loan}&installments=${installments}`,
    )
  ).json();

const defer = async (installments: number, seen: string, by = scene.operations) =>
  (await by.post(`${url}/defer`, { ...scene.named, installments, seen, reason })).json();

describe('a deferral', () => {
  it('is not made by an agent, with outdated dates, of a held loan, or where the core does it', async () => {
    const agent = await enterDesk(scene.testApp, 'agent');
    await agent.open(customerId);
    const { servicing } = scene.testApp.services.host;
    expect(await defer(1, '2026-12-12', agent)).toEqual({ error: 'NotPermitted' });
    expect(await defer(1, '2026-12-11')).toEqual({ error: 'DueDateMoved' });
    expect(await defer(0, '2026-12-12')).not.toHaveProperty('outcome');
    expect(await defer(13, '2026-12-12')).not.toHaveProperty('outcome');
    await servicing?.changeHolds({ accountNumber: scene.loan, holds: ['inDispute'] });
    expect(await plan(1)).toMatchObject({ after: null, why: 'LoanHeld' });
    expect(await defer(1, '2026-12-12')).toEqual({ error: 'LoanHeld' });
    await servicing?.changeHolds({ accountNumber: scene.loan, holds: [] });
    await scene.testApp.withHost({ servicing: undefined } as unknown as Partial<Host>, async () => {
      expect(await defer(1, '2026-12-12')).toEqual({ error: 'CoreDoesThis' });
    });
    expect(await plan(5)).toMatchObject({ after: null, why: 'TooManyDeferred' });
    expect(await defer(5, '2026-12-12')).toEqual({ error: 'TooManyDeferred' });
  });

  it.each([
    ['more alone', { 'deskOptions.deferredAlone': 2 }, 2, { needsApproval: false, why: '' }],
    ['none alone', { 'deskOptions.deferredAlone': 0 }, 1, { needsApproval: true, why: '' }],
    ['any number in a year', { 'deskOptions.maxDeferredPerYear': null }, 12, { needsApproval: true, why: '' }],
    ['fewer in a year', { 'deskOptions.maxDeferredPerYear': 1 }, 2, { after: null, why: 'TooManyDeferred' }],
  ])('follows an institution that allows %s', async (_what, options, installments, expected) => {
    await scene.testApp.withOptions(options, async () => {
      expect(await plan(installments)).toMatchObject(expected);
    });
  });

  it('moves the due dates and the maturity, and the customer is told what is not drawn and when the next is', async () => {
    await scene.setUpAutopay();
    const before = await scene.statement();
    const planned = await plan(1);
    expect(planned).toMatchObject({
      now: { dueOn: '2026-12-12' },
      after: { dueOn: '2027-01-12' },
      deferred: ['2026-12-12'],
      deferredInYear: 0,
      needsApproval: false,
      automatic: { skipped: ['2026-12-12'], next: '2027-01-12' },
    });
    expect(await defer(1, '2026-12-12')).toEqual({ outcome: 'deferred' });
    expect(await defer(1, '2026-12-12')).toEqual({ error: 'DueDateMoved' });

    const after = await scene.calls.info(scene.loan);
    expect(after.UpcomingDueDays.slice(0, 2)).toEqual(['2027-01-12', '2027-02-12']);
    expect(after.RecurringPayment).toMatchObject({ Date: '2027-01-12' });
    expect(await plan(1)).toMatchObject({ now: planned.after, deferredInYear: 1, needsApproval: true });
    const [entry] = await scene.testApp.services.host.listHistory(customerId, scene.loan, {
      since: null,
      limit: 1,
      before: null,
    });
    expect(entry).toMatchObject({ description: 'Payments deferred', totalCents: 0, paymentId: null });
    expect(await scene.statement()).toEqual(before);

    const [mail] = await listNewestMessages(scene.testApp.services, 1);
    expect(mail?.subject).toBe('Your payments are deferred');
    expect(mail?.body).toContain('Nothing is due on 12/12/2026.');
    expect(mail?.body).toContain('Next payment due: 01/12/2027 (before: 12/12/2026)');
    expect(mail?.body).toContain('is not drawn on 12/12/2026. It is drawn next on 01/12/2027.');
    expect((await auditOf(scene.testApp, 'desk-payments-deferred')).at(-1)).toMatchObject({
      accountNumber: scene.loan,
      installments: 1,
      before: '2026-12-12',
      after: '2027-01-12',
      staff: scene.operations.emailAddress,
      reason,
    });
  });

  it('above the limit is made once a second person approves, with the dates they saw', async () => {
    expect(await defer(2, '2027-01-12')).toEqual({ outcome: 'asked' });
    expect(await defer(2, '2027-01-12')).toEqual({ error: 'AskedAlready' });
    expect(await plan(2)).toMatchObject({ now: { dueOn: '2027-01-12' }, asked: true });
    const decided = await scene.approve('deferInstallments');
    expect(decided).toMatchObject({ answer: { outcome: 'approved' } });
    expect(decided.before).toMatchObject({ [`Next payment due on loan ${scene.loan}`]: '01/12/2027' });
    expect(decided.after).toMatchObject({
      'Payments deferred': '2',
      [`Next payment due on loan ${scene.loan}`]: '03/12/2027',
    });
    expect(await plan(1)).toMatchObject({ now: { dueOn: '2027-03-12' }, deferredInYear: 3, asked: false });
    expect(await plan(2)).toMatchObject({ after: null, why: 'TooManyDeferred' });
  });

  it('that was asked for is refused if the loan was closed meanwhile', async () => {
    const { servicing } = scene.testApp.services.host;
    expect(await defer(1, '2027-03-12')).toEqual({ outcome: 'asked' });
    await servicing?.changeHoldCode({ accountNumber: scene.loan, holdCode: 'CLOSED' });
    expect((await scene.approve('deferInstallments')).answer).toEqual({
      outcome: 'refused',
      why: 'The loan was closed meanwhile.',
    });
    await servicing?.changeHoldCode({ accountNumber: scene.loan, holdCode: '' });
  });
});

describe('the command defer', () => {
  afterEach(() => vi.restoreAllMocks());

  it('shows, then defers, and refuses what the desk refuses', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const run = (...args: string[]) => deferCommand.run(args, scene.testApp.services);
    expect(await run(scene.loan, '1')).toBe(0);
    expect(log).toHaveBeenCalledWith('Not due anymore: 03/12/2027.');
    expect(log).toHaveBeenCalledWith('Next payment: 03/12/2027 would move to 04/12/2027.');
    expect(log).toHaveBeenCalledWith('Automatic payment: drawn next on 04/12/2027.');
    expect(await run(scene.loan, '1', '--by', 'Kim Osei')).toBe(0);
    expect(log).toHaveBeenLastCalledWith('Deferred: the next payment is due 04/12/2027.');
    expect(await run(scene.loan, '1', '--by', 'Kim Osei')).toBe(1);
    expect(error).toHaveBeenLastCalledWith(expect.stringMatching(/^That is more than the institution allows/));
    expect(await run(scene.loan, '13')).toBe(2);
    expect(await run('nowhere', '1')).toBe(1);
  });
});

async function drafts(): Promise<number> {
  const { rows } = await sql<{ drafts: number }>`
    select count(*)::int as drafts from payments
    where account_number = ${scene.loan} and timing = 'recurring' and state = 'posted'`.execute(
    scene.testApp.services.database,
  );
  return rows[0]?.drafts ?? 0;
}

describe('deferred installments', () => {
  it('are not drawn and not charged late; the next one is drawn once, on the day the customer was told', async () => {
    const { clock, services } = scene.testApp;
    const drawnBy = async (on: string) => {
      clock.moveOn({ hours: 24 * daysBetween(clock.today(), day(on)) });
      await runDuePayments(services, new AbortController().signal);
      return drafts();
    };
    const isLate = async () => {
      const late = await services.host.listLateLoans({ on: clock.today(), after: null, limit: 1_000 });
      return late.accountNumbers.includes(scene.loan);
    };
    expect(await drafts()).toBe(0);
    for (const on of ['2026-12-12', '2027-01-12', '2027-02-12', '2027-03-12', '2027-04-11']) {
      expect(await drawnBy(on)).toBe(0);
      expect(await isLate()).toBe(false);
    }
    expect(await drawnBy('2027-04-12')).toBe(1);
    expect(await drawnBy('2027-04-13')).toBe(1);
    const { dueOn } = (await services.host.findLoan(customerId, scene.loan, clock.today())) ?? {};
    expect(dueOn).toBe('2027-05-12');
  });

  it('promise no day of an automatic payment that a hold code stops', async () => {
    const { services } = scene.testApp;
    const by = { by: 'Kim Osei', reason };
    const stopping = { 'paymentOptions.blockAchHoldCodes': ['IRSO'], 'deskOptions.maxDeferredPerYear': null };
    await scene.testApp.withOptions(stopping, async () => {
      await services.host.servicing?.changeHoldCode({ accountNumber: scene.loan, holdCode: 'IRSO' });
      const loan = await services.host.findLoan(customerId, scene.loan, services.clock.today());
      if (!loan) throw new Error('The loan was not found');
      await inTransaction(services.database, (transaction) =>
        followHoldCode(services, transaction, { ...loan, customerId }, services.clock.moment()),
      );
      const promiseNothing = async (seen: string, moved: string) => {
        const wanted = { ...scene.named, installments: 1, seen: day(seen) };
        expect(await planDeferral(services, wanted)).toMatchObject({ value: { after: { ok: true }, automatic: null } });
        const deferred = await deferInstallments(services, wanted, by, () => Promise.resolve());
        expect(deferred).toMatchObject({ ok: true });
        const [mail] = await listNewestMessages(services, 1);
        expect(mail?.subject).toBe('Your payments are deferred');
        expect(mail?.body).toContain(moved);
        expect(mail?.body).not.toContain('Your automatic payment');
      };
      await promiseNothing('2027-05-12', 'Next payment due: 06/12/2027 (before: 05/12/2027)');
      const { clock } = scene.testApp;
      clock.moveOn({ hours: 24 * daysBetween(clock.today(), day('2027-06-12')) });
      await promiseNothing('2027-06-12', 'Next payment due: 07/12/2027 (before: 06/12/2027)');
    });
  });
});
