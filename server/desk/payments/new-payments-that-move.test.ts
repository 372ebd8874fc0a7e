import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Day, day } from '#common/core/dates.ts';
import { type Cents, formatCents } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import { runHostTasks } from '#server/host-tasks/run-host-tasks.command.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { changeRate, planRate } from '#server/payments/operator/change-rate.command.ts';
import { deferCommand } from '#server/payments/operator/defer.cli.ts';
import { dueDateCommand } from '#server/payments/operator/due-date.cli.ts';
import { createServicingScene, type ServicingScene } from '#tests/builders/servicing-scene.ts';

const reason = 'Lost the job';

let scene: ServicingScene;
let before: Cents;
let after: Cents;

beforeAll(async () => {
  scene = await createServicingScene();
  const { services } = scene.testApp;
  const wanted = { ...scene.named, rate: ratePpm(20_000), from: day('2026-12-01'), newPayment: true };
  const planned = await planRate(services, wanted);
  if (!planned.ok || !planned.value.after.ok) throw new Error('The rate can not change');
  before = planned.value.now.installmentCents;
  after = planned.value.after.value.installmentCents;
  const decision = { by: 'Kim Osei', reason };
  await changeRate(services, { ...wanted, seenCents: after }, decision, () => Promise.resolve());
  await runHostTasks(services, new AbortController().signal);
});

afterAll(() => scene.testApp.close());

const get = async (path: string, wanted: string) => {
  const { customerId, accountNumber } = scene.named;
  const query = `customerId=${customerId}&accountNumber=${accountNumber}&${wanted}`;
  return (await scene.operations.get(`/api/desk/${path}?${query}`)).json();
};

const post = async (path: string, body: object) =>
  (await scene.operations.post(`/api/desk/${path}`, { ...scene.named, ...body, reason })).json();

const newestMail = async () => (await listNewestMessages(scene.testApp.services, 1))[0];

async function dueOn(on: Day): Promise<Cents | undefined> {
  const { customerId, accountNumber } = scene.named;
  return (await scene.testApp.services.host.findLoan(customerId, accountNumber, on))?.installmentCents;
}

describe('a new payment that the customer was told, and that lies ahead', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is told again with its new first day when payments are deferred', async () => {
    expect((await newestMail())?.body).toContain(`Payment due 01/12/2027 and later: ${formatCents(after)}`);
    expect(await get('deferral', 'installments=1')).toMatchObject({
      newInstallments: [{ firstOn: '2027-02-12', amountCents: after }],
    });
    expect(await post('deferral/defer', { installments: 1, seen: '2026-12-12' })).toEqual({ outcome: 'deferred' });
    const mail = await newestMail();
    const [then, now] = [formatCents(after), formatCents(before)];
    expect(mail?.subject).toBe('Your payments are deferred');
    expect(mail?.body).toContain(`Payment due 02/12/2027 and later: ${then} (until then: ${now})`);
    expect(await dueOn(day('2027-01-12'))).toBe(before);
  });

  it('is shown to the second person who approves a deferral', async () => {
    expect(await post('deferral/defer', { installments: 1, seen: '2027-01-12' })).toEqual({ outcome: 'asked' });
    const decided = await scene.approve('deferInstallments');
    const payment = `Payment of ${formatCents(after)} on loan ${scene.loan}`;
    expect(decided.before).toMatchObject({ [payment]: 'first due 02/12/2027' });
    expect(decided.after).toMatchObject({ [payment]: 'first due 03/12/2027' });
    expect(decided.answer).toMatchObject({ outcome: 'approved' });
  });

  it('is told again with its new first day when the due date moves', async () => {
    expect(await get('due-date', 'dueDay=20')).toMatchObject({
      newInstallments: [{ firstOn: '2027-03-20', amountCents: after }],
    });
    expect(await post('due-date/change', { dueDay: 20, seen: '2027-02-12' })).toEqual({});
    const mail = await newestMail();
    const [then, now] = [formatCents(after), formatCents(before)];
    expect(mail?.subject).toBe('Your due date changed');
    expect(mail?.body).toContain(`Payment due 03/20/2027 and later: ${then} (until then: ${now})`);
  });

  it('is shown by the commands', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    expect(await deferCommand.run([scene.loan, '1'], scene.testApp.services)).toBe(0);
    expect(log).toHaveBeenCalledWith(`The payment of ${formatCents(after)} would first be due 04/20/2027.`);
    expect(await dueDateCommand.run([scene.loan, '25'], scene.testApp.services)).toBe(0);
    expect(log).toHaveBeenCalledWith(`The payment of ${formatCents(after)} would first be due 03/25/2027.`);
  });

  it('is named no more once it is the next one', async () => {
    scene.testApp.clock.moveOn({ hours: 24 * 91 });
    await scene.postPayment('paid-in-february', before);
    await scene.enterAgain();
    expect(await get('deferral', 'installments=1')).toMatchObject({
      now: { dueOn: '2027-03-20' },
      newInstallments: [],
    });
  });
});
