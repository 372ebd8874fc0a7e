import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import type { Host } from '#server/host/host.ts';
import { lienCommand } from '#server/accounts/servicing/lien.cli.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { auditOf, enterDesk } from '#tests/builders/desk-journey.ts';
import { createServicingScene, type ServicingScene } from '#tests/builders/servicing-scene.ts';

// The clock is set to Saturday, November 21, 2026. Li Wei's auto loan is due on the 12th.
const customerId = '400102';
const reason = 'Title mailed';
const paymentId = 'aaaaaaaa-0000-4000-8000-000000000001';

let scene: ServicingScene;

beforeAll(async () => {
  scene = await createServicingScene({
    'deskOptions.securedLoanTypes': ['AUTO'],
    'deskOptions.lienReleaseWaitingDays': 10,
  });
});

afterAll(() => scene.testApp.close());

const read = async () =>
  (await scene.operations.get(`/api/desk/lien?customerId=${customerId}&accountNumber=${scene.loan}`)).json();

const listed = async () => {
  const { owingAgain, waiting } = (await scene.operations.get('/api/desk/liens')).json();
  return [...owingAgain, ...waiting].find(
    ({ accountNumber }: { accountNumber: string }) => accountNumber === scene.loan,
  );
};

const release = async (releasedOn: string, by = scene.operations) =>
  (
    await by.post('/api/desk/lien/release', {
      customerId,
      accountNumber: scene.loan,
      releasedOn,
      reference: 'ME-T 88120',
      reason,
    })
  ).json();

const withdraw = async () =>
  (
    await scene.operations.post('/api/desk/lien/withdraw', {
      customerId,
      accountNumber: scene.loan,
      reason: 'Payoff came back',
    })
  ).json();

const details = async () => {
  // Signed in again, since the clock moves on.
  const li = await scene.testApp.signIn('li.wei');
  const answer = await li.call({ method: 'GET', url: `/api/AccountDetails?accountNumber=${scene.loan}` });
  return answer.json().Information;
};

async function payOff(): Promise<void> {
  const { clock, host } = scene.testApp.services;
  const on = clock.today();
  const quote = await host.quotePayoff(customerId, scene.loan, on);
  await scene.postPayment(paymentId, quote?.totalCents ?? 0);
}

describe('the lien of a loan', () => {
  it('stays while the loan owes something, for an agent, and where the core does it', async () => {
    // The demonstration has one that waits.
    expect((await scene.operations.get('/api/desk/liens')).json()).toEqual({
      coreDoesThis: false,
      owingAgain: [],
      waiting: [expect.objectContaining({ accountNumber: '101-001902-4', obstacle: null, released: null })],
      waitingCount: 1,
    });
    expect((await scene.operations.get('/api/desk/today')).json().counts).toContainEqual({
      label: 'Liens',
      value: '1',
      path: '/liens',
    });
    expect(await read()).toMatchObject({ obstacle: 'StillOwed', released: null });
    expect(await release('2026-11-21')).toEqual({ error: 'StillOwed' });
    expect(await listed()).toBeUndefined();
    const agent = await enterDesk(scene.testApp, 'agent');
    await agent.open(customerId);
    expect(await release('2026-11-21', agent)).toEqual({ error: 'NotPermitted' });
    await scene.testApp.withHost({ servicing: undefined } as unknown as Partial<Host>, async () => {
      expect(await release('2026-11-21')).toEqual({ error: 'CoreDoesThis' });
      expect((await scene.operations.get('/api/desk/liens')).json()).toEqual({
        coreDoesThis: true,
        owingAgain: [],
        waiting: [],
        waitingCount: 0,
      });
    });
    await scene.withFiguresFromFiles(async () => {
      expect(await release('2026-11-21')).toEqual({ error: 'FiguresFromFiles' });
    });
    const refused = ['StillOwed', 'NotPermitted', 'CoreDoesThis'].map((code) => expect.objectContaining({ code }));
    expect(await auditOf(scene.testApp, 'desk-refused')).toEqual(expect.arrayContaining(refused));
  });

  it('is unknown for a loan of a type that is not secured', async () => {
    const [nora, personal] = ['400104', '101-007301-6'];
    await scene.operations.open(nora);
    const { obstacle } = (
      await scene.operations.get(`/api/desk/lien?customerId=${nora}&accountNumber=${personal}`)
    ).json();
    expect(obstacle).toBe('NotSecured');
    await scene.operations.open(customerId);
  });

  it('waits until the payoff can no longer come back', async () => {
    await payOff();
    expect(await listed()).toMatchObject({ obstacle: 'MayComeBack', releasableOn: '2026-12-01', released: null });
    expect(await release('2026-11-21')).toEqual({ error: 'MayComeBack' });
    expect((await details()).LienReleaseReference).toBe('');
  });

  it('stays while the loan is in dispute', async () => {
    scene.testApp.clock.moveOn({ hours: 24 * 10 });
    await scene.enterAgain();
    const { servicing } = scene.testApp.services.host;
    await servicing?.changeHolds({ accountNumber: scene.loan, holds: ['inDispute'] });
    expect(await release('2026-12-01')).toEqual({ error: 'PayoffHeld' });
    await servicing?.changeHolds({ accountNumber: scene.loan, holds: [] });
  });

  it('is released, and the customer is told and sees it', async () => {
    const { host } = scene.testApp.services;
    const november = {
      from: day('2026-11-01'),
      through: day('2026-11-30'),
      yearStartsAt: Temporal.Instant.from('2026-01-01T05:00:00Z'),
      startsAt: Temporal.Instant.from('2026-11-01T04:00:00Z'),
      endsAt: Temporal.Instant.from('2026-12-01T05:00:00Z'),
    };
    const statement = await host.readStatement(customerId, scene.loan, november);
    expect(await read()).toMatchObject({ obstacle: null });
    expect(await release('2026-12-02')).toEqual({ error: 'ReleasedLater' });
    expect(await release('2026-11-20')).toEqual({ error: 'ReleasedBeforePayoff' });
    expect(await release('2026-12-01')).toEqual({});
    expect(await release('2026-12-01')).toEqual({ error: 'ReleasedAlready' });
    const released = { releasedOn: '2026-12-01', reference: 'ME-T 88120' };
    expect(await read()).toMatchObject({ obstacle: 'ReleasedAlready', released });
    expect(await listed()).toBeUndefined();
    const [mail] = await listNewestMessages(scene.testApp.services, 1);
    expect(mail?.subject).toBe('We released the lien on your loan');
    expect(mail?.body).toContain('we released the lien on 12/01/2026.');
    expect(mail?.body).toContain('Document: ME-T 88120');
    const [entry] = await host.listHistory(customerId, scene.loan, { since: null, limit: 1, before: null });
    expect(entry).toMatchObject({ description: 'Lien released', totalCents: 0, paymentId: null, returned: false });
    expect(await details()).toMatchObject({
      Standing: 'PaidOff',
      LienReleaseDate: '2026-12-01T00:00:00',
      LienReleaseReference: 'ME-T 88120',
    });
    expect(await host.readStatement(customerId, scene.loan, november)).toEqual(statement);
    expect((await auditOf(scene.testApp, 'desk-lien-released')).at(-1)).toMatchObject({
      accountNumber: scene.loan,
      releasedOn: '2026-12-01',
      staff: scene.operations.emailAddress,
      reason,
    });
    expect((await auditOf(scene.testApp, 'lien-released')).at(-1)).toMatchObject({ reference: 'ME-T 88120' });
  });

  it('needs a person when the payoff comes back after the release, and the record is withdrawn', async () => {
    const { clock, host } = scene.testApp.services;
    await host.reversePayment({ paymentId, effectiveOn: clock.today(), postedAt: clock.now() });
    expect(await listed()).toMatchObject({ released: { releasedOn: '2026-12-01' } });
    // Listed although the limit is zero.
    const none = { loanTypes: ['AUTO'], on: clock.today(), limit: 0 };
    expect(await host.servicing?.listLiens(none)).toEqual({
      owingAgain: [expect.objectContaining({ accountNumber: scene.loan })],
      waiting: [],
      waitingCount: 1,
    });
    const { needs } = (await scene.operations.get('/api/desk/today')).json();
    expect(needs.map(({ title }: { title: string }) => title)).toContainEqual(
      expect.stringMatching(/^Loan 101-005520-1 owes \$.* again after its lien was released on 12\/01\/2026$/),
    );
    expect((await details()).Standing).not.toBe('PaidOff');
    // The core's files can't withdraw a release, so staff may even if the figures come from them.
    await scene.withFiguresFromFiles(async () => expect(await withdraw()).toEqual({}));
    expect(await withdraw()).toEqual({ error: 'NoLienRelease' });
    expect(await listed()).toBeUndefined();
    const [mail] = await listNewestMessages(scene.testApp.services, 1);
    expect(mail?.subject).toBe('Correction: the lien on your loan');
    const history = await host.listHistory(customerId, scene.loan, { since: null, limit: 3, before: null });
    expect(history.map(({ description }) => description)).toEqual([
      'Lien release withdrawn',
      'Payment returned',
      'Lien released',
    ]);
    expect(history.at(-1)).toMatchObject({ returned: false });
    expect((await auditOf(scene.testApp, 'lien-release-withdrawn')).at(-1)).toMatchObject({
      reference: 'ME-T 88120',
      reason: 'Payoff came back',
    });
  });
});

describe('the command line', () => {
  const run = (...args: string[]) => lienCommand.run(args, scene.testApp.services);

  it('records and withdraws a release', async () => {
    expect(await run(scene.loan, '2026-12-01', 'ME-T', '1', '--by', 'Ana')).toBe(1);
    const closed = '101-001902-4';
    expect(await run()).toBe(0);
    expect(await run(closed)).toBe(0);
    expect(await run(closed, '2026-12-01', 'ME-T', '77', '--by', 'Ana')).toBe(0);
    expect(await run(closed, '2026-12-01')).toBe(2);
    expect((await auditOf(scene.testApp, 'lien-released')).at(-1)).toMatchObject({
      accountNumber: closed,
      reference: 'ME-T 77',
      by: 'Ana',
      reason: 'Command line',
    });
    expect(await run(closed, 'withdraw', '--by', 'Ana')).toBe(0);
    expect(await run('104-002210-3')).toBe(1);
  });
});

describe('the books', () => {
  it('post a release once, and refuse one on an account that is not a loan, or owes something', async () => {
    const { clock, database, host } = scene.testApp.services;
    const release = {
      paymentId: 'lien-once',
      accountNumber: '101-001902-4',
      releasedOn: day('2026-11-30'),
      reference: 'ME-T 1',
      effectiveOn: clock.today(),
      postedAt: clock.now(),
    };
    await host.servicing?.recordLienRelease(release);
    await host.servicing?.recordLienRelease(release);
    const again = { ...release, paymentId: 'lien-twice' };
    await expect(host.servicing?.recordLienRelease(again)).rejects.toThrow('was released before');
    await expect(host.servicing?.recordLienRelease({ ...again, accountNumber: '104-002210-3' })).rejects.toThrow(
      'not a loan',
    );
    const owing = { ...again, accountNumber: '101-004417-2' };
    await expect(host.servicing?.recordLienRelease(owing)).rejects.toThrow('owes something');
    const { rows } = await sql<{ posted: number }>`
      select count(*)::integer as posted from transfers where payment_id in ('lien-once', 'lien-twice')`.execute(
      database,
    );
    expect(rows).toEqual([{ posted: 1 }]);
  });

  it('withdraw no release that is not recorded, nor one twice', async () => {
    const { clock, host } = scene.testApp.services;
    const withdraw = (accountNumber: string, paymentId: string) =>
      host.servicing?.withdrawLienRelease({
        paymentId,
        accountNumber,
        effectiveOn: clock.today(),
        postedAt: clock.now(),
      });
    const refusal = (accountNumber: string) => ({
      reason: 'TermsStay',
      message: `No release of the lien of loan ${accountNumber} is recorded.`,
    });
    await expect(withdraw('101-004417-2', 'lien-none')).rejects.toMatchObject(refusal('101-004417-2'));
    // Released by the test before.
    await withdraw('101-001902-4', 'lien-back');
    await withdraw('101-001902-4', 'lien-back');
    await expect(withdraw('101-001902-4', 'lien-back-again')).rejects.toMatchObject(refusal('101-001902-4'));
  });
});
