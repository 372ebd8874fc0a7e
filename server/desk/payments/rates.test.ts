import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { day } from '#common/core/dates.ts';
import { formatCents, ZERO } from '#common/core/money.ts';
import type { Host } from '#server/host/host.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { rateCommand } from '#server/payments/operator/rate.cli.ts';
import { auditOf, enterDesk } from '#tests/builders/desk-journey.ts';
import { createServicingScene, type ServicingScene } from '#tests/builders/servicing-scene.ts';

const customerId = '400102';
const url = '/api/desk/rate';
const reason = 'Agreed in the branch';

let scene: ServicingScene;

beforeAll(async () => {
  scene = await createServicingScene();
});

afterAll(() => scene.testApp.close());

const plan = async (rate: number, from: string, newPayment = 'yes') => {
  const query = `customerId=${customerId}&accountNumber=${scene.loan}&rate=${rate}&from=${from}&newPayment=${newPayment}`;
  return (await scene.operations.get(`${url}?${query}`)).json();
};

const request = async (rate: number, from: string, seenCents: number, by = scene.operations) => {
  const wanted = { customerId, accountNumber: scene.loan, rate, from, newPayment: true };
  return (await by.post(`${url}/ask`, { ...wanted, seenCents, reason })).json();
};

const payoffOn = async (on: string) => {
  const { host } = scene.testApp.services;
  const loan = await host.findLoan(customerId, scene.loan, day(on));
  return { rate: loan?.rate, payoffCents: loan?.payoffCents ?? 0, principalCents: loan?.principalCents ?? 0 };
};

describe('a rate', () => {
  it('is not changed by an agent, for days that are over, with an outdated payment, or where the core does it', async () => {
    const agent = await enterDesk(scene.testApp, 'agent');
    await agent.open(customerId);
    const { after } = await plan(40_000, '2026-12-01');
    expect(await request(40_000, '2026-12-01', after.installmentCents, agent)).toEqual({ error: 'NotPermitted' });
    expect(await request(40_000, '2026-11-20', after.installmentCents)).toEqual({ error: 'RateInThePast' });
    expect(await request(40_000, '2026-12-01', after.installmentCents + 1)).toEqual({ error: 'PaymentMoved' });
    await scene.testApp.withHost({ servicing: undefined } as unknown as Partial<Host>, async () => {
      expect(await request(40_000, '2026-12-01', after.installmentCents)).toEqual({ error: 'CoreDoesThis' });
    });
  });

  it('changes once a second person approves, for later days only, and the customer is told of both', async () => {
    const { host } = scene.testApp.services;
    await scene.setUpAutopay();
    const statement = await scene.statement();
    const before = await payoffOn('2026-12-01');

    const { now, after, automaticCents } = await plan(40_000, '2026-12-01');
    expect(after).toMatchObject({ firstOn: '2027-01-12' });
    expect(after.installmentCents).toBeLessThan(now.installmentCents);
    expect(automaticCents).toBe(now.installmentCents);
    expect(await request(40_000, '2026-12-01', after.installmentCents)).toEqual({ outcome: 'asked' });
    expect(await request(40_000, '2026-12-01', after.installmentCents)).toEqual({ error: 'AskedAlready' });
    expect(await plan(40_000, '2026-12-01')).toMatchObject({ now, asked: true });
    const decided = await scene.approve('changeRate');
    expect(decided.answer).toMatchObject({ outcome: 'approved' });
    expect(decided.after).toMatchObject({ [`Interest rate of loan ${scene.loan}`]: '4.00% from 12/01/2026 on' });

    expect(await plan(50_000, '2026-12-01')).toMatchObject({
      now: { rate: now.rate, installmentCents: now.installmentCents, next: { rate: 40_000, from: '2026-12-01' } },
      after: null,
      why: 'RateChangesLater',
    });
    expect(await payoffOn('2026-12-01')).toMatchObject({ rate: 40_000, payoffCents: before.payoffCents });
    expect(await payoffOn('2026-11-30')).toMatchObject({ rate: now.rate });
    const year = await payoffOn('2027-12-01');
    const interest = year.payoffCents - before.payoffCents;
    expect(Math.abs(interest - year.principalCents * 0.04)).toBeLessThanOrEqual(1);
    expect(await scene.statement()).toEqual(statement);
    const [entry] = await host.listHistory(customerId, scene.loan, { since: null, limit: 1, before: null });
    expect(entry).toMatchObject({ description: 'Interest rate changed', totalCents: 0, paymentId: null });

    const story = await host.findLoanStory(customerId, scene.loan, day('2026-11-21'));
    expect(story?.plan).toMatchObject({
      rate: 40_000,
      formerTerms: [{ rate: now.rate, until: '2026-12-01', firstOn: '2027-01-12' }],
    });

    const [mail] = await listNewestMessages(scene.testApp.services, 1);
    const [then, was] = [formatCents(after.installmentCents), formatCents(now.installmentCents)];
    expect(mail?.subject).toBe('Your interest rate changes');
    expect(mail?.body).toContain('Interest rate from 12/01/2026 on: 4.00% (before: ');
    expect(mail?.body).toContain(`Payment due 01/12/2027 and later: ${then} (before: ${was})`);
    expect(mail?.body).toContain(`Your automatic payment stays ${was}, because you agreed to this amount.`);
    expect((await auditOf(scene.testApp, 'desk-rate-asked')).at(-1)).toMatchObject({
      accountNumber: scene.loan,
      rate: 40_000,
      staff: scene.operations.emailAddress,
      reason,
    });
    expect((await auditOf(scene.testApp, 'rate-changed')).at(-1)).toMatchObject({ formerRate: now.rate, rate: 40_000 });
  });

  it('that was asked for is refused once its first day is over', async () => {
    const { after } = await plan(50_000, '2026-12-02');
    expect(await request(50_000, '2026-12-02', after.installmentCents)).toEqual({ outcome: 'asked' });
    scene.testApp.clock.moveOn({ hours: 24 * 12 });
    await scene.enterAgain();
    const { answer } = await scene.approve('changeRate');
    expect(answer).toEqual({
      outcome: 'refused',
      why: 'The first day of the new rate is over. Ask again with a later one.',
    });
  });
});

describe('an agreed rate', () => {
  const withdraw = async (rate: number, from: string, by = scene.operations) =>
    (await by.post(`${url}/ask-withdraw`, { customerId, accountNumber: scene.loan, rate, from, reason })).json();

  beforeAll(() => scene.enterAgain());

  it('is withdrawn before its first day once a second person approves, as if it had never been made', async () => {
    const { host } = scene.testApp.services;
    const on = day('2026-12-03');
    const before = await host.findLoanStory(customerId, scene.loan, on);
    const statement = await scene.statement();
    const { now, after } = await plan(60_000, '2026-12-20');
    expect(await withdraw(60_000, '2026-12-20')).toEqual({ error: 'NoRateAhead' });
    expect(await request(60_000, '2026-12-20', after.installmentCents)).toEqual({ outcome: 'asked' });
    expect((await scene.approve('changeRate')).answer).toMatchObject({ outcome: 'approved' });
    expect((await plan(0, '2026-12-20')).now.next).toEqual({ rate: 60_000, from: '2026-12-20', obstacle: null });
    const agent = await enterDesk(scene.testApp, 'agent');
    await agent.open(customerId);
    expect(await withdraw(60_000, '2026-12-20', agent)).toEqual({ error: 'NotPermitted' });
    expect(await withdraw(60_000, '2026-12-21')).toEqual({ error: 'NoRateAhead' });
    expect(await withdraw(60_000, '2026-12-20')).toEqual({});
    expect(await withdraw(60_000, '2026-12-20')).toEqual({ error: 'AskedAlready' });
    expect(await plan(0, '2026-12-20')).toMatchObject({ withdrawalAsked: true });
    const withdrawn = await scene.approve('withdrawRate');
    expect(withdrawn.answer).toMatchObject({ outcome: 'approved' });
    expect(withdrawn.before).toEqual({ [`Interest rate of loan ${scene.loan}`]: '6.00% from 12/20/2026 on' });
    expect(withdrawn.after).toEqual({ [`Interest rate of loan ${scene.loan}`]: 'stays 4.00%' });
    expect((await plan(60_000, '2026-12-20')).now).toEqual({ ...now, next: null });
    expect((await host.findLoanStory(customerId, scene.loan, on))?.plan).toEqual(before?.plan);
    expect(await scene.statement()).toEqual(statement);
    const entries = await host.listHistory(customerId, scene.loan, { since: null, limit: 2, before: null });
    expect(entries).toMatchObject([
      { description: 'Change of interest rate withdrawn', totalCents: 0, paymentId: null },
      { description: 'Interest rate changed', returned: false },
    ]);
    const [mail] = await listNewestMessages(scene.testApp.services, 1);
    expect(mail?.subject).toBe('Your interest rate does not change');
    expect(mail?.body).toContain('changes on 12/20/2026. That change was withdrawn.');
    expect(mail?.body).toContain('Interest rate: stays 4.00%');
    expect(mail?.body).toContain(`Payment: stays ${formatCents(before?.plan?.installmentCents ?? ZERO)}`);
    expect((await auditOf(scene.testApp, 'desk-rate-withdrawal-asked')).at(-1)).toMatchObject({ rate: 60_000, reason });
    expect((await auditOf(scene.testApp, 'rate-change-withdrawn')).at(-1)).toMatchObject({
      rate: 60_000,
      stays: 40_000,
    });
  });

  it('stays once its first day has come', async () => {
    const { after } = await plan(70_000, '2026-12-05');
    await request(70_000, '2026-12-05', after.installmentCents);
    await scene.approve('changeRate');
    expect(await withdraw(70_000, '2026-12-05')).toEqual({});
    scene.testApp.clock.moveOn({ hours: 48 });
    await scene.enterAgain();
    expect((await scene.approve('withdrawRate')).answer).toEqual({
      outcome: 'refused',
      why: 'The first day of the new rate has come, or another change is agreed.',
    });
    scene.testApp.clock.moveOn({ hours: -48 });
  });
});

describe('the command rate', () => {
  afterEach(() => vi.restoreAllMocks());

  it('shows, then changes, and refuses what the desk refuses', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const run = (...args: string[]) => rateCommand.run(args, scene.testApp.services);
    expect(await run(scene.loan, '5.125', '2026-12-10')).toBe(0);
    expect(log).toHaveBeenCalledWith('Rate: 4.00% would be 5.13% from 12/10/2026 on.');
    expect(await run(scene.loan, '5.125', '2026-12-10', '--new-payment', '--by', 'Kim Osei')).toBe(0);
    expect(log).toHaveBeenLastCalledWith('Changed: 5.13% from 12/10/2026 on.');
    expect(await run(scene.loan, '5.125', '2026-12-11', '--by', 'Kim Osei')).toBe(1);
    expect(error).toHaveBeenLastCalledWith('The loan has this rate already.');
    expect(await run(scene.loan, 'much', '2026-12-10')).toBe(2);
    expect(await run(scene.loan, '5', 'tomorrow')).toBe(2);
    expect(await run('nowhere', '5', '2026-12-10')).toBe(1);
    expect(await run(scene.loan, '--withdraw')).toBe(0);
    expect(log).toHaveBeenLastCalledWith('Agreed: 5.13% from 12/10/2026 on, instead of 7.00%.');
    expect(await run(scene.loan, '--withdraw', 'now')).toBe(2);
    expect(await run(scene.loan, '--withdraw', '--by', 'Kim Osei')).toBe(0);
    expect(log).toHaveBeenLastCalledWith('Withdrawn. The rate stays 7.00%.');
    // The one agreed before it counts again.
    expect(await run(scene.loan, '--withdraw', '--by', 'Kim Osei')).toBe(0);
    expect(log).toHaveBeenLastCalledWith('Withdrawn. The rate stays 4.00%.');
    expect(await run(scene.loan, '--withdraw')).toBe(1);
    expect(error).toHaveBeenLastCalledWith('No change of the rate is agreed for a day that has not come.');
    expect(await run('nowhere', '--withdraw')).toBe(1);
  });
});
