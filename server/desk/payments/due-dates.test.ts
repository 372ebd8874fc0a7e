import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { day, daysBetween } from '#common/core/dates.ts';
import type { Host } from '#server/host/host.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { runDuePayments } from '#server/payments/end-of-day/run-due-payments.command.ts';
import { dueDateCommand } from '#server/payments/operator/due-date.cli.ts';
import { auditOf, enterDesk } from '#tests/builders/desk-journey.ts';
import { createServicingScene, type ServicingScene } from '#tests/builders/servicing-scene.ts';

const customerId = '400102';
const url = '/api/desk/due-date';
const reason = 'Paid on the 20th now';

let scene: ServicingScene;

beforeAll(async () => {
  scene = await createServicingScene();
});

afterAll(() => scene.testApp.close());

const plan = async (dueDay: number) =>
  (await scene.operations.get(`${url}?customerId=${customerId}&accountNumber=${scene.loan}&dueDay=${dueDay}`)).json();

const change = async (dueDay: number, seen: string, by = scene.operations) =>
  (await by.post(`${url}/change`, { ...scene.named, dueDay, seen, reason })).json();

describe('a due date', () => {
  it('is not changed by an agent, to its own day, after someone else changed it, or where the core does it', async () => {
    const agent = await enterDesk(scene.testApp, 'agent');
    await agent.open(customerId);
    expect(await change(20, '2026-12-12', agent)).toEqual({ error: 'NotPermitted' });
    expect(await change(12, '2026-12-12')).toEqual({ error: 'SameDueDay' });
    expect(await change(20, '2026-12-11')).toEqual({ error: 'DueDateMoved' });
    await scene.testApp.withHost({ servicing: undefined } as unknown as Partial<Host>, async () => {
      expect(await change(20, '2026-12-12')).toEqual({ error: 'CoreDoesThis' });
    });
    expect(await plan(12)).toMatchObject({ now: { dueDay: 12, dueOn: '2026-12-12' }, after: null, why: 'SameDueDay' });
  });

  it('moves with all that follows it, and the customer is told the old and the new dates', async () => {
    await scene.setUpAutopay();
    const before = await scene.statement();
    const planned = await plan(20);
    expect(planned).toMatchObject({
      now: { dueOn: '2026-12-12' },
      after: { dueDay: 20, dueOn: '2026-12-20' },
      automatic: { before: '2026-12-12', after: '2026-12-20' },
    });
    expect(await change(20, '2026-12-12')).toEqual({});

    const after = await scene.calls.info(scene.loan);
    expect(after.UpcomingDueDays.slice(0, 2)).toEqual(['2026-12-20', '2027-01-20']);
    expect(after.RecurringPayment).toMatchObject({ Date: '2026-12-20' });
    expect((await plan(1)).now).toEqual({ dueDay: 20, dueOn: '2026-12-20', lastDueOn: planned.after.lastDueOn });
    const page = { since: null, limit: 1, before: null };
    const [entry] = await scene.testApp.services.host.listHistory(customerId, scene.loan, page);
    expect(entry).toMatchObject({ description: 'Due date changed', totalCents: 0, paymentId: null });
    expect(await scene.statement()).toEqual(before);

    const [mail] = await listNewestMessages(scene.testApp.services, 1);
    expect(mail?.subject).toBe('Your due date changed');
    expect(mail?.body).toContain('Next payment due: 12/20/2026 (before: 12/12/2026)');
    expect(mail?.body).toContain('Your automatic payment: 12/20/2026 (before: 12/12/2026)');
    expect((await auditOf(scene.testApp, 'desk-due-date-changed')).at(-1)).toMatchObject({
      accountNumber: scene.loan,
      dueDay: 20,
      before: '2026-12-12',
      after: '2026-12-20',
      staff: scene.operations.emailAddress,
      reason,
    });
  });
});

describe('the command due-date', () => {
  afterEach(() => vi.restoreAllMocks());

  it('shows, then changes, and refuses what the desk refuses', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const run = (...args: string[]) => dueDateCommand.run(args, scene.testApp.services);
    expect(await run(scene.loan, '25')).toBe(0);
    expect(log).toHaveBeenCalledWith('Next payment: 12/20/2026 would move to 12/25/2026.');
    expect(await run(scene.loan, '25', '--by', 'Kim Osei')).toBe(0);
    expect(log).toHaveBeenLastCalledWith('Changed: the next payment is due 12/25/2026.');
    expect(await run(scene.loan, '25', '--by', 'Kim Osei')).toBe(1);
    expect(error).toHaveBeenLastCalledWith('The loan is due on this day already.');
    expect(await run(scene.loan, '32')).toBe(2);
  });
});

/** Of the loan, by its automatic payment. */
async function drafts(): Promise<number> {
  const { rows } = await sql<{ drafts: number }>`
    select count(*)::int as drafts from payments
    where account_number = ${scene.loan} and timing = 'recurring' and state = 'posted'`.execute(
    scene.testApp.services.database,
  );
  return rows[0]?.drafts ?? 0;
}

describe('an automatic payment that moved with the due date', () => {
  it('is drawn once, on the day the customer was told, and not before', async () => {
    const { clock, services } = scene.testApp;
    // The 25th is a holiday.
    const [mail] = await listNewestMessages(services, 1);
    expect(mail?.body).toContain('Your automatic payment: 12/26/2026 (before: 12/20/2026)');
    const drawnBy = async (on: string) => {
      clock.moveOn({ hours: 24 * daysBetween(clock.today(), day(on)) });
      await runDuePayments(services, new AbortController().signal);
      return drafts();
    };
    expect(await drafts()).toBe(0);
    expect(await drawnBy('2026-12-12')).toBe(0);
    expect(await drawnBy('2026-12-20')).toBe(0);
    expect(await drawnBy('2026-12-25')).toBe(0);
    expect(await drawnBy('2026-12-26')).toBe(1);
    expect(await drawnBy('2026-12-27')).toBe(1);
    const { dueOn } = (await services.host.findLoan(customerId, scene.loan, clock.today())) ?? {};
    expect(dueOn).toBe('2027-01-25');
  });
});
