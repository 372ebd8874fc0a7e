import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AchMethodBody } from '#common/payments/payment-shapes.api.ts';
import { changesCommand } from './bank-changes.cli.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import type { Services } from '#server/services.ts';
import { achBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { achFee, createPaymentScene, type PaymentScene, withDetails } from '#tests/builders/payment-scene.ts';
import { changed, returnFile } from '#tests/builders/return-file.ts';
import { day } from '#common/core/dates.ts';
import { applyDecidedChange, dismissChange } from './decide-bank-change.command.ts';
import { closeBusinessDays } from './close-business-days.command.ts';
import { readBankFile } from './make-bank-file.command.ts';
import { takeReturns } from './take-returns.command.ts';

// The clock is set to Saturday, November 21, 2026; that day's drafts leave on Monday.
const [monday, tuesday, friday] = [day('2026-11-23'), day('2026-11-24'), day('2026-11-27')];
const stopping = new AbortController().signal;

let scene: PaymentScene;
let services: Services;
let trace: string;
/** Of a draft from an account that the customer doesn't save. */
let unsavedTrace: string;
const unsaved = { AccountNumber: '7771112222' };

beforeAll(async () => {
  scene = await createPaymentScene({ options: { 'globalOptions.requireAchDraftAgreementOption': false } });
  ({ services } = scene.testApp);
  await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(services.database);
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(services.database);
  await pay(41);
  await pay(40, unsaved);
  clockAt('2026-11-23T17:05:00-05:00');
  await closeBusinessDays(services, stopping);
  const text = (await readBankFile(services, monday))?.text ?? '';
  [trace = '', unsavedTrace = ''] = [...text.matchAll(/^627.{75}\d(\d{15})$/gm)].map(([, found]) => found);
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => scene.testApp.close());

describe('a notification of change', () => {
  it('changes the account for future draws and tells the customer', async () => {
    clockAt('2026-11-24T09:00:00-05:00');
    const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
    await calls.post('/api/PaymentMethod/AddAchPaymentMethod', achBody(scene.loan));
    await pay(42);
    await schedule(43, friday);
    const taken = await takeReturns(services, returnFile([changed(trace, 'C03', '412002036   1918171615')]));
    expect(taken).toMatchObject({ ok: true, value: { changed: [`C03 for entry ${trace}`], undecided: [] } });
    const [mail] = await listNewestMessages(services, 1);
    expect(mail).toMatchObject({ subject: 'Your bank account details have changed' });
    expect(mail?.body).toMatch(/ending in 6354 have changed.*ending in 1615/);
    const methods = await calls.methods(scene.loan);
    expect(methods.map(({ AchInfo }) => AchInfo?.AccountNumber.slice(-4))).toContain('1615');
    clockAt('2026-11-27T17:05:00-05:00');
    await closeBusinessDays(services, stopping);
    for (const on of [tuesday, friday]) {
      const text = (await readBankFile(services, on))?.text ?? '';
      expect(text).toContain('6274120020361918171615 ');
      expect(text).not.toContain('9081726354');
    }
  });

  it('changes a draft that has not left, and tells a customer who did not save the account', async () => {
    await pay(44, unsaved);
    const taken = await takeReturns(services, returnFile([changed(unsavedTrace, 'C03', '412002036   1918171699')]));
    expect(taken).toMatchObject({ ok: true, value: { changed: [`C03 for entry ${unsavedTrace}`] } });
    const [mail] = await listNewestMessages(services, 1);
    expect(mail).toMatchObject({ subject: 'Your bank account details have changed' });
    expect(mail?.body).toMatch(/ending in 2222 have changed.*ending in 1699/);
    expect(mail?.body).toContain("for payments and refunds we haven't sent yet");
    const { rows } = await sql<{ last_four: string }>`
      select last_four from payments where amount_cents = 4400`.execute(services.database);
    expect(rows).toEqual([{ last_four: '1699' }]);
  });

  it('changes what another login planned from the same account, which it did not save', async () => {
    const line = '103-001188-2';
    const calls = paymentCalls(await scene.testApp.signIn('sam.rivera'));
    const method = achBody(line, { OwnerName: 'Sam Rivera', ...unsaved });
    const body = submissionBody({ info: await calls.info(line), loginName: 'sam.rivera', amount: 45, method, fee: 1 });
    const planned = withDetails(body, { PaymentDate: '2026-12-04' });
    expect(await calls.post('/api/PaymentScheduled/SubmitAch', planned)).toMatchObject({ HasNoErrors: true });
    await takeReturns(services, returnFile([changed(unsavedTrace, 'C01', '1918171700')]));
    const { rows } = await sql<{ last_four: string }>`
      select last_four from payments where amount_cents = 4500`.execute(services.database);
    expect(rows).toEqual([{ last_four: '1700' }]);
    const mails = await listNewestMessages(services, 3);
    expect(mails.map(({ subject, recipient }) => [recipient, subject])).toContainEqual([
      'sam.rivera@example.com',
      'Your bank account details have changed',
    ]);
  });

  it('that arrives again changes nothing', async () => {
    const again = await takeReturns(services, returnFile([changed(trace, 'C03', '412002036   1918171615')]));
    expect(again).toMatchObject({ ok: true, value: { known: 1, changed: [] } });
  });

  it("that can't be applied waits for an operator, who applies or dismisses it", async () => {
    const file = returnFile([changed(trace, 'C02', '123456789'), changed(trace, 'C04', 'LI WEI')]);
    expect(await takeReturns(services, file)).toMatchObject({
      ok: true,
      value: { undecided: [expect.stringContaining('routing number'), expect.stringContaining('C04')] },
    });
    expect(await run()).toMatch(new RegExp(`${trace} {2}C02 {2}payment .*the new routing number is invalid`));
    expect(await run('show', trace)).toContain('--by NAME');
    expect(await run('show', trace, '--by', 'Ana')).toContain('C02  123456789');
    expect(await run('apply', trace, '--routing', '123456789', '--by', 'Ana')).toContain('Nothing changed');
    expect(await run('dismiss', trace, '--by', 'Ana')).toContain('was not changed');
    expect(await run('dismiss', trace, '--by', 'Ana')).toContain('no change is waiting');
    expect(await run()).toBe('No changes waiting.');
  });

  it('that two operators decide at once is decided by one of them', async () => {
    await takeReturns(services, returnFile([changed(trace, 'C05', '99')]));
    const correction = { accountNumber: '1918171617' };
    const decided = await Promise.all([
      applyDecidedChange(services, trace, correction, 'Ana'),
      dismissChange(services, trace, 'Ben'),
      applyDecidedChange(services, trace, correction, 'Cho'),
      dismissChange(services, trace, 'Dov'),
    ]);
    expect(decided.filter(({ ok }) => ok)).toHaveLength(1);
    expect(decided.filter(({ ok }) => !ok)).toEqual(
      Array.from({ length: 3 }, () => ({ ok: false, error: 'no change is waiting for that trace number' })),
    );
  });

  it('is applied with the numbers an operator entered', async () => {
    await takeReturns(services, returnFile([changed(trace, 'C06', '1918171616')]));
    expect(await run('apply', trace, '--account', '1918171616', '--type', 'Savings', '--by', 'Ana')).toContain(
      'The account was changed',
    );
    const { rows } = await sql<{ by: string }>`
      select details->>'by' as by from audit_log where event = 'bank-account-changed' order by audit_id`.execute(
      services.database,
    );
    expect(rows.at(-1)?.by).toBe('Ana');
  });
});

async function run(...args: string[]): Promise<string> {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  vi.spyOn(console, 'log').mockImplementation(say);
  vi.spyOn(console, 'error').mockImplementation(say);
  await changesCommand.run(args, services);
  return said.join('\n');
}

function clockAt(instant: string): void {
  const { clock } = scene.testApp;
  clock.moveOn(clock.now().until(Temporal.Instant.from(instant)));
}

async function pay(amount: number, account: Partial<AchMethodBody> = {}): Promise<void> {
  const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
  const info = await calls.info(scene.loan);
  const method = achBody(scene.loan, account);
  const submission = submissionBody({ info, loginName: 'li.wei', amount, method, fee: achFee });
  expect(await calls.submitAch(submission)).toMatchObject({ HasNoErrors: true });
}

async function schedule(amount: number, on: string): Promise<void> {
  const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
  const info = await calls.info(scene.loan);
  const body = submissionBody({ info, loginName: 'li.wei', amount, method: achBody(scene.loan), fee: 1 });
  const answer = await calls.post('/api/PaymentScheduled/SubmitAch', withDetails(body, { PaymentDate: on }));
  expect(answer).toMatchObject({ HasNoErrors: true });
}
