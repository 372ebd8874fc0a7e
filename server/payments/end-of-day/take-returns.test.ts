import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { createLog } from '#server/platform/log.ts';
import type { Services } from '#server/services.ts';
import { createEndOfDayScene, type EndOfDayScene } from '#tests/builders/end-of-day-scene.ts';
import { changed, type Notice, returned, returnedCredit, returnFile } from '#tests/builders/return-file.ts';
import { releaseDraft } from './decide-draft.command.ts';
import { closeBusinessDays } from './close-business-days.command.ts';
import { previewReturns, takeReturns } from './take-returns.command.ts';

const stopping = new AbortController().signal;

let scene: EndOfDayScene;
let services: Services;

describe('a bank return', () => {
  const [first, second, third] = ['411001010000001', '411001010000002', '411001010000003'] as const;

  beforeAll(async () => {
    scene = await createEndOfDayScene();
    ({ services } = scene.testApp);
    for (const amount of [41, 42, 43]) await scene.payByDraft(amount);
    scene.clockAt('2026-11-23T17:05:00-05:00');
    await closeBusinessDays(services, stopping);
    scene.clockAt('2026-11-25T09:00:00-05:00');
  });

  afterAll(() => scene.testApp.close());

  it('changes nothing if the file is incomplete', async () => {
    const before = await scene.effects();
    const file = returnFile([returned(first, 4_300, 'R01')]).replace('0000004300', '0000004301');
    expect(await takeReturns(services, file)).toMatchObject({ ok: false });
    expect(await scene.effects()).toEqual(before);
  });

  it('is reported if it matches no draft or changes an account', async () => {
    const file = returnFile([
      returned('411001019999999', 100, 'R01'),
      returned(first, 4_301, 'R01'),
      changed(first, 'C01', '1918171615'),
    ]);
    expect(await takeReturns(services, file)).toMatchObject({
      ok: true,
      value: {
        returned: 0,
        known: 0,
        changed: [`C01 for entry ${first}`],
        undecided: [],
        unmatched: ['R01 for entry 411001019999999: unknown entry', `R01 for entry ${first}: another amount`],
      },
    });
  });

  it('reverses the payment once and tells the customer', async () => {
    const before = await scene.effects();
    const file = returnFile([returned(first, 4_300, 'R01')]);
    expect(await takeReturns(services, file)).toMatchObject({ ok: true, value: { returned: 1, known: 0 } });
    const after = await scene.effects();
    expect(after.principalCents).toBeGreaterThan(before.principalCents);
    const [mail] = await listNewestMessages(services, 1);
    expect(mail?.subject).toBe('Your bank returned a payment');
    expect(mail?.body).toContain("there wasn't enough money in the account (R01)");
    expect(await takeReturns(services, file)).toMatchObject({ ok: true, value: { returned: 0, known: 1 } });
    expect(await scene.effects()).toEqual(after);
  });

  it("that can't be taken doesn't hold up the others of its file, neither in the preview, which logs why, nor when taken", async () => {
    const { database } = services;
    const { rows } = await sql<{ sealed: Uint8Array }>`
      select account_number_sealed as sealed from ach_entries where trace_number = ${third}`.execute(database);
    const seal = (sealed: Uint8Array | undefined) =>
      sql`update ach_entries set account_number_sealed = ${sealed} where trace_number = ${third}`.execute(database);
    await seal(Buffer.from([1, 2]));
    const file = returnFile([returned(third, 4_500, 'R03'), returned(second, 4_400, 'R09')]);
    const outcome = { returned: 1, notices: [{ became: 'failed' }, { became: 'returned' }] };
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    expect(await previewReturns({ ...services, log }, file)).toMatchObject({ value: outcome });
    const why = { msg: 'could not take a notice of the bank', err: expect.anything(), code: 'R03', trace: third };
    expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining(why)]);
    expect(await takeReturns(services, file)).toMatchObject({
      value: { ...outcome, failed: [expect.stringContaining(`R03 for entry ${third}`)] },
    });
    await seal(rows[0]?.sealed);
    expect(await previewReturns(services, file)).toMatchObject({ value: { returned: 1, known: 1, failed: [] } });
  });

  it('blocks the account only for reasons that require it', async () => {
    await takeReturns(services, returnFile([returned(second, 4_400, 'R09')]));
    expect(await scene.submitDraft(20)).toMatchObject({ HasNoErrors: true });
    await takeReturns(services, returnFile([returned(third, 4_500, 'R03')]));
    expect(await scene.submitDraft(21)).toMatchObject({ HasNoErrors: false });
  });

  it('keeps a draft that was waiting for its file on hold, until the account is released', async () => {
    const { database } = services;
    const { rows } = await sql<{ reference: string }>`
      select reference_number as reference from ach_entries e join payments using (payment_id)
      where e.state = 'collected' and e.amount_cents = 2200`.execute(database);
    const { reference = '' } = rows[0] ?? {};
    const state = async () =>
      (
        await sql<{ state: string }>`
        select e.state from ach_entries e join payments using (payment_id)
        where reference_number = ${reference}`.execute(database)
      ).rows[0]?.state;
    expect(await state()).toBe('collected');
    await sql`update ach_entries set file_on = '2026-11-24' where state = 'collected'`.execute(database);
    const [closed] = await closeBusinessDays(services, stopping);
    expect(closed).toMatchObject({ businessOn: '2026-11-24', comparison: { differences: [] } });
    expect(await state()).toBe('held');
    const refused = { ok: false, error: expect.stringContaining('a bank has refused its account') };
    expect(await releaseDraft(services, reference, 'Kim Osei')).toEqual(refused);
    await sql`delete from blocked_bank_accounts`.execute(database);
    expect(await releaseDraft(services, reference, 'Kim Osei')).toMatchObject({ ok: true });
  });

  it('agrees at the end of the day, and settled money is cash', async () => {
    // All three drafts were returned before; their file was effective on Tuesday.
    scene.clockAt('2026-11-25T17:05:00-05:00');
    const closed = await closeBusinessDays(services, stopping);
    const settlements = await sql<{ description: string; effective_on: string; cash: number }>`
      select description, effective_on, amount_cents as cash from transfers join postings using (transfer_id)
      where settlement_key is not null and ledger_code = 1010 order by transfer_id`.execute(services.database);
    expect(settlements.rows.filter(({ description }) => description !== 'Card charges settled')).toEqual([
      { description: 'Returned draft settled', effective_on: '2026-11-25', cash: -4_300 },
      { description: 'Returned draft settled', effective_on: '2026-11-25', cash: -4_400 },
      { description: 'Returned draft settled', effective_on: '2026-11-25', cash: -4_500 },
      { description: 'Bank file settled', effective_on: '2026-11-24', cash: 13_200 },
    ]);
    const waiting = await sql<{ clearing: number; drafts: number }>`
      select (select sum(amount_cents)::bigint from postings where ledger_code = 1030) as clearing,
        (select sum(e.amount_cents)::bigint from ach_entries e left join ach_files f using (file_id)
          where f.effective_on is null or f.effective_on > '2026-11-25') as drafts`.execute(services.database);
    expect(waiting.rows[0]?.clearing).toBe(waiting.rows[0]?.drafts);
    expect(closed.map(({ businessOn }) => businessOn)).toEqual(['2026-11-25']);
    expect(closed.flatMap(({ comparison }) => comparison?.differences)).toEqual([]);
  });

  it('of a credit is told from that of a draft with the same trace number and amount', async () => {
    const payoutId = crypto.randomUUID();
    const { database } = services;
    await sql`insert into payouts (payout_id, customer_id, account_number, means, reference, amount_cents, paid_on,
        recorded_by, recorded_at)
      values (${payoutId}, '400102', ${scene.loan}, 'bank', 'AB12-CD34-EF56', 4300, '2026-11-25', 'Kim', now())`.execute(
      database,
    );
    await sql`insert into payout_credits (payout_id, sec, file_on, owner_name, account_type, last_four,
        routing_number_sealed, account_number_sealed, created_at, state, file_id, trace_number)
      select ${payoutId}, 'PPD', '2026-11-25', 'Li Wei', 'Checking', '4567', '\\x00', '\\x00', now(), 'filed', file_id,
        ${first} from ach_files limit 1`.execute(database);
    const preview = async (notice: Notice) => {
      const taken = await previewReturns(services, returnFile([notice]));
      return taken.ok ? taken.value.notices[0] : undefined;
    };
    const ofDraft = { paymentId: expect.any(String) };
    expect(await preview(returnedCredit(first, 4_300, 'R01'))).toMatchObject({ became: 'returned', paymentId: null });
    expect(await preview(returned(first, 4_300, 'R01'))).toMatchObject({ became: 'known', ...ofDraft });
    // A person looks at it rather than the wrong one being reversed.
    const otherAmount = { became: 'unmatched', reason: 'another amount' };
    expect(await preview(returnedCredit(first, 4_301, 'R01'))).toMatchObject({ ...otherAmount, paymentId: null });
    expect(await preview(returned(first, 4_301, 'R01'))).toMatchObject({ ...otherAmount, ...ofDraft });
    expect(await preview(returnedCredit(second, 4_400, 'R09'))).toMatchObject({ became: 'known', ...ofDraft });
  });
});
