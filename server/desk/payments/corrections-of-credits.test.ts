import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { changesCommand } from '#server/payments/end-of-day/bank-changes.cli.ts';
import { takeReturns } from '#server/payments/end-of-day/take-returns.command.ts';
import { auditOf } from '#tests/builders/desk-journey.ts';
import { createRefundScene, type RefundScene } from '#tests/builders/refund-scene.ts';
import { changed, returnFile } from '#tests/builders/return-file.ts';

const WAITS = 'Corrections from banks that need a decision: 1';

let scene: RefundScene;
let trace = '';

/** A refund that left with a bank file, and one that waits for the next. */
beforeAll(async () => {
  scene = await createRefundScene();
  await scene.receive('77', (await scene.owed()) + 35_000);
  await scene.refund(30_000);
  await scene.closeDay('2026-11-23');
  [trace = ''] = await scene.traces();
  await scene.refund(5_000);
});

afterAll(() => scene.testApp.close());

const take = (...corrections: (readonly [code: string, corrected: string])[]) =>
  takeReturns(scene.services, returnFile(corrections.map(([code, corrected]) => changed(trace, code, corrected))));

const waiting = async () => (await scene.operations().get('/api/desk/corrections')).json().waiting;

const decide = async (how: 'show' | 'apply' | 'dismiss', changes: object = {}) => {
  const body = { traceNumber: trace, reason: 'Read it with the bank', ...changes };
  return (await scene.operations().post(`/api/desk/corrections/${how}`, body)).json();
};

describe('a notification of change about a bank credit', () => {
  it('is applied once, to the saved account and to credits that have not left', async () => {
    const notice = returnFile([changed(trace, 'C03', '412002036   1918171615')]);
    const preview = (await scene.operations().post('/api/desk/returns/preview', { text: notice })).json();
    expect(preview.notices).toEqual([
      expect.objectContaining({
        became: 'changed',
        payment: null,
        credit: { reference: expect.stringMatching(/^[0-9A-Z-]{14}$/), amountCents: 30_000 },
      }),
    ]);
    expect(
      (await scene.operations().post('/api/desk/returns/ask', { text: notice, reason: 'From the bank' })).json(),
    ).toEqual({});
    const { open } = (await scene.supervisor().get('/api/desk/approvals')).json();
    const { before, after } = open.find(({ action }: { action: string }) => action === 'takeReturns');
    expect(Object.values(before)).toEqual([
      expect.stringMatching(/^Bank credit [0-9A-Z-]{14} of \$300\.00 to the account ending 6354$/),
    ]);
    expect(Object.values(after)).toEqual([
      expect.stringMatching(/^changed; the account becomes that of .+ ending 1615; saved bank accounts changed: 1;/),
    ]);
    expect(await takeReturns(scene.services, notice)).toMatchObject({
      value: {
        notices: [{ became: 'changed', effects: ['saved bank accounts changed: 1', 'unsent bank credits changed: 1'] }],
      },
    });
    expect(await takeReturns(scene.services, notice)).toMatchObject({ value: { notices: [{ became: 'known' }] } });
    const kept = await sql<{ id: string; sealed: Uint8Array }>`
      select payout_id as id, corrected_sealed as sealed from credit_notices`.execute(scene.services.database);
    expect(kept.rows.map(({ id, sealed }) => scene.services.cipher.decrypt(sealed, `credit-notice:${id}:C03`))).toEqual(
      ['412002036   1918171615'],
    );
    expect((await scene.shown()).bankAccounts).toMatchObject([{ lastFour: '1615' }]);
    expect((await scene.newestMail())?.body).toMatch(/6354.*1615/);
    expect((await auditOf(scene.testApp, 'bank-account-changed')).at(-1)).toMatchObject({
      code: 'C03',
      savedAccounts: 1,
      payoutId: expect.any(String),
    });
    const { file } = await scene.closeDay('2026-11-24');
    expect(file?.text).toContain('6224120020361918171615 ');
    expect(file?.text).not.toContain('9081726354');
    trace = (await scene.traces())[1] ?? '';
  });

  it("that can't be applied waits for a person, who reads it and applies what the bank wrote", async () => {
    expect(await take(['C05', '99'], ['C06', '1918171616'])).toMatchObject({
      value: { undecided: [expect.stringContaining('C05'), expect.stringContaining('C06')], unmatched: [] },
    });
    expect(await take(['C05', '99'])).toMatchObject({ value: { notices: [{ became: 'known' }] } });
    expect(await scene.todayTitles()).toContain('Corrections from banks that need a decision: 2');
    const { payouts } = await scene.shown();
    const { reference } = payouts.find(({ amountCents }: { amountCents: number }) => amountCents === 5_000);
    const why = expect.stringContaining('does not fit');
    expect(await waiting()).toEqual([
      { trace, kind: 'credit', code: 'C05', reference, why },
      { trace, kind: 'credit', code: 'C06', reference, why },
    ]);
    expect(await decide('show')).toEqual({
      corrections: [
        { code: 'C05', corrected: '99' },
        { code: 'C06', corrected: '1918171616' },
      ],
    });
    expect(await decide('apply', { accountNumber: '1918171617' })).toEqual({ error: 'NotAsWritten' });
    expect(await decide('apply', { accountNumber: '1918171616', accountType: 'Savings' })).toEqual({});
    expect(await waiting()).toEqual([]);
    expect((await scene.shown()).bankAccounts).toMatchObject([{ lastFour: '1616', accountType: 'Savings' }]);
    expect((await scene.newestMail())?.body).toMatch(/1615.*1616/);
    expect((await auditOf(scene.testApp, 'desk-correction-applied')).at(-1)).toMatchObject({
      traceNumber: trace,
      payoutId: expect.any(String),
    });
  });

  it('that is dismissed leaves the account as it is, decided by one person', async () => {
    await take(['C02', '123456789']);
    expect(await scene.todayTitles()).toContain(WAITS);
    expect(await decide('apply', { routingNumber: '123456789' })).toEqual({ error: 'CorrectionRefused' });
    const decided = await Promise.all([decide('dismiss'), decide('dismiss')]);
    expect(decided).toContainEqual({});
    expect(decided).toContainEqual({ error: 'NoCorrection' });
    expect(await scene.todayTitles()).not.toContain(WAITS);
    expect((await scene.shown()).bankAccounts).toMatchObject([{ lastFour: '1616' }]);
  });

  it('is decided at the command line too', async () => {
    await take(['C04', 'LI WEI']);
    const said: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
    try {
      await changesCommand.run([], scene.services);
      await changesCommand.run(['dismiss', trace, '--by', 'Ana'], scene.services);
      await changesCommand.run([], scene.services);
    } finally {
      log.mockRestore();
    }
    expect(said).toEqual([
      expect.stringMatching(new RegExp(`^${trace} {2}C04 {2}bank credit .*: the code changes no account number`)),
      'The account was not changed.',
      'No changes waiting.',
    ]);
  });

  it('passes over a credit that was sealed with another key', async () => {
    await scene.receive('78', 7_000);
    await scene.refund(4_000);
    await scene.closeDay('2026-11-25');
    trace = (await scene.traces())[2] ?? '';
    await scene.refund(3_000);
    await sql`update payout_credits set account_number_sealed = routing_number_sealed where state = 'waiting'`.execute(
      scene.services.database,
    );
    expect(await take(['C01', '1918171618'])).toMatchObject({
      value: { notices: [{ became: 'changed', effects: ['saved bank accounts changed: 1'] }] },
    });
  });
});
