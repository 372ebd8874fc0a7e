import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { closeBusinessDays } from '#server/payments/end-of-day/close-business-days.command.ts';
import { readBankFile } from '#server/payments/end-of-day/make-bank-file.command.ts';
import { collectPostedCredits, listWritableCredits } from '#server/payments/end-of-day/payout-credits.command.ts';
import { blockBankAccount } from '#server/payments/settlement/bank-drafts.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { type DeskCaller, enterDesk } from '#tests/builders/desk-journey.ts';
import { achBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { achFee } from '#tests/builders/payment-scene.ts';
import { returned, returnFile } from '#tests/builders/return-file.ts';
import { createRefundScene, type RefundScene } from '#tests/builders/refund-scene.ts';

const OVERPAID = 30_000;

let scene: RefundScene;

beforeEach(async () => {
  scene = await createRefundScene();
});

afterEach(async () => {
  await scene.assertBalanced();
  await scene.testApp.close();
});

const newestCredit = async () => (await scene.shown()).payouts[0].credit;

describe('a refund whose loan cannot be read', () => {
  beforeEach(async () => {
    await scene.receive('77', (await scene.owed()) + OVERPAID);
    await scene.refund(OVERPAID);
  });

  /** Another customer pays by draft. */
  async function payOfSam(): Promise<void> {
    const calls = paymentCalls(await scene.testApp.signIn('sam.rivera'));
    const line = '103-001188-2';
    const method = achBody(line, { OwnerName: 'Sam Rivera', AccountNumber: '7771112222' });
    const parts = { info: await calls.info(line), loginName: 'sam.rivera', amount: 41, method, fee: achFee };
    expect(await calls.submitAch(submissionBody(parts))).toMatchObject({ HasNoErrors: true });
  }

  function poisoned(): Services {
    const { services, loan } = scene;
    const { servicing } = services.host;
    if (!servicing) throw new Error('These are our own books');
    const findOverpaid: typeof servicing.findOverpaid = async (customerId, accountNumber) => {
      if (accountNumber === loan) throw new Error('the loan makes no sense');
      return servicing.findOverpaid(customerId, accountNumber);
    };
    return { ...services, host: { ...services.host, servicing: { ...servicing, findOverpaid } } };
  }

  async function closeUnread(businessOn: string) {
    await scene.clockAt(`${businessOn}T17:05:00-05:00`);
    const closed = await closeBusinessDays(poisoned(), new AbortController().signal);
    return { closed, file: await readBankFile(scene.services, day(businessOn)) };
  }

  it("is held, the day says so, and the others' drafts leave; it leaves once it can be read", async () => {
    await payOfSam();
    const { closed, file } = await closeUnread('2026-11-23');
    expect(file).toMatchObject({ entryCount: 1, creditCount: 0 });
    const why = expect.stringContaining('its loan or line could not be read');
    expect(await newestCredit()).toMatchObject({ state: 'held', heldReason: why });
    expect(closed[0]?.comparison?.differences).toEqual([why]);
    expect((await scene.closeDay('2026-11-24')).file).toMatchObject({ creditCount: 1, creditCents: OVERPAID });
  });

  it('says what is against it once it can be read', async () => {
    await closeUnread('2026-11-23');
    await scene.bounces('77');
    await scene.closeDay('2026-11-24');
    const cameBack = { state: 'held', heldReason: expect.stringContaining('came back itself') };
    expect(await newestCredit()).toMatchObject(cameBack);
    await closeUnread('2026-11-25');
    expect(await newestCredit()).toMatchObject(cameBack);
  });
});

describe('a refund to a bank account that a bank has refused since', () => {
  beforeEach(async () => {
    await scene.receive('77', (await scene.owed()) + OVERPAID);
    await scene.refund(OVERPAID);
  });

  async function refuseAccount(): Promise<void> {
    const { services, profileId } = scene;
    const { rows } = await sql<{ index: Uint8Array }>`
      select account_index as index from saved_bank_accounts where profile_id = ${profileId}`.execute(
      services.database,
    );
    const blocked = { accountIndex: rows[0]?.index ?? new Uint8Array(), code: 'R03', at: services.clock.now() };
    await inTransaction(services.database, (transaction) => blockBankAccount(transaction, blocked));
  }

  const refused = { state: 'held', heldReason: expect.stringContaining('a bank has refused its account since') };

  it('is held, and leaves once the account is drawn on again', async () => {
    await refuseAccount();
    expect((await scene.closeDay('2026-11-23')).file?.creditCount ?? 0).toBe(0);
    expect(await newestCredit()).toMatchObject(refused);
    await sql`delete from blocked_bank_accounts`.execute(scene.services.database);
    expect((await scene.closeDay('2026-11-24')).file).toMatchObject({ creditCount: 1, creditCents: OVERPAID });
  });

  it('is held also if the bank refuses it while the file is made', async () => {
    const { services } = scene;
    await collectPostedCredits(services);
    await refuseAccount();
    const monday = day('2026-11-23');
    const written = inTransaction(services.database, (transaction) =>
      listWritableCredits(services, transaction, monday),
    );
    expect(await written).toEqual([]);
    expect(await newestCredit()).toMatchObject(refused);
  });
});

// Promised on Saturday, November 21, within 3 business days: by Wednesday, November 25.
describe('a refund whose payment came back', () => {
  beforeEach(async () => {
    await scene.receive('77', (await scene.owed()) + OVERPAID);
    await scene.refund(OVERPAID);
    await scene.bounces('77');
  });

  const toldOfRefund = async () =>
    (await listNewestMessages(scene.services, 100)).filter(({ subject }) => subject.startsWith('Your refund'));

  const coverAgain = async () => scene.receive('78', (await scene.owed()) + OVERPAID);

  it('says once that it takes longer, as soon as no file can carry it in time, and when it is on its way', async () => {
    await scene.closeDay('2026-11-23');
    expect(await toldOfRefund()).toEqual([]);
    await scene.closeDay('2026-11-24');
    expect(await toldOfRefund()).toMatchObject([
      {
        recipient: 'li.wei@example.com',
        subject: 'Your refund takes longer',
        body: expect.stringMatching(/\$300\.00.*longer than the 3 business days.*email you when it is on its way/s),
      },
    ]);
    await scene.closeDay('2026-11-25');
    await coverAgain();
    expect(await toldOfRefund()).toHaveLength(1);
    expect((await scene.closeDay('2026-11-27')).file).toMatchObject({ creditCents: OVERPAID });
    expect(await toldOfRefund()).toMatchObject([
      { subject: 'Your refund is on its way', body: expect.stringMatching(/6354.*should arrive on 11\/30\/2026/s) },
      { subject: 'Your refund takes longer' },
    ]);
  });

  it('says nothing if it leaves a day later and still arrives in time', async () => {
    await scene.closeDay('2026-11-23');
    await coverAgain();
    expect((await scene.closeDay('2026-11-24')).file).toMatchObject({ creditCents: OVERPAID });
    expect(await toldOfRefund()).toEqual([]);
  });

  it('says that it was stopped, not that it takes longer, if staff stop it first', async () => {
    await scene.closeDay('2026-11-23');
    const { payoutId } = (await scene.shown()).payouts[0];
    const body = { ...scene.named, payoutId, reason: 'The check came back' };
    await scene.operations().post('/api/desk/overpayments/ask-to-stop', body);
    await scene.approve('stopPayout');
    await scene.closeDay('2026-11-24');
    expect(await toldOfRefund()).toEqual([]);
    expect((await scene.newestMail())?.subject).toBe('We stopped your refund');
  });

  it('is not explained by those who asked for it or approved it', async () => {
    await scene.closeDay('2026-11-23');
    const priya = await enterDesk(scene.testApp, 'supervisor', 1);
    const explain = async (caller: DeskCaller) => {
      await caller.confirm();
      const body = { businessOn: '2026-11-23', reason: 'The check came back' };
      return (await caller.post('/api/desk/day/acknowledge', body)).json();
    };
    for (const acted of [scene.operations(), scene.supervisor()]) {
      expect(await explain(acted)).toEqual({ error: 'OwnPayment' });
    }
    expect(await explain(priya)).toEqual({});
  });
});

it('a file that sends a refund back stays listed from its approval until it is taken', async () => {
  await scene.receive('77', (await scene.owed()) + OVERPAID);
  await scene.refund(OVERPAID);
  await scene.closeDay('2026-11-23');
  const [trace = ''] = await scene.traces();
  const text = returnFile([returned(trace, OVERPAID, 'R03')]);
  const waits = 'Files of returns that were approved and wait to be taken: 1';
  const listed = async () => (await scene.supervisor().get('/api/desk/returns/approved')).json().files;
  const post = async (step: string, by = scene.operations()) => {
    await by.confirm();
    return (await by.post(`/api/desk/returns/${step}`, { text, reason: 'From the bank' })).json();
  };
  expect(await post('ask')).toEqual({});
  expect(await scene.approve('takeReturns')).toMatchObject({ outcome: 'approved' });
  expect(await listed()).toMatchObject([{ entryCount: 1 }]);
  expect(await scene.todayTitles()).toContain(waits);
  expect(await post('take')).toMatchObject({ notices: [{ became: 'returned' }] });
  expect(await listed()).toEqual([]);
  expect(await scene.todayTitles()).not.toContain(waits);
});
