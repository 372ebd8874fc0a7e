import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdCodeCommand } from '#server/accounts/servicing/hold-code.cli.ts';
import { restrictUser } from '#server/identity/sign-in/restrict-user.command.ts';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { achBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { createPaymentScene, type PaymentScene, withDetails } from '#tests/builders/payment-scene.ts';

const customerId = '400102';
const loginName = 'li.wei';
const url = '/api/desk/customer-hold';
const reason = 'Death certificate';

let scene: PaymentScene;
let operations: DeskCaller;
let supervisor: DeskCaller;
/** Another supervisor: the demonstration has one. */
let second: DeskCaller;

beforeAll(async () => {
  scene = await createPaymentScene({ ...withDesk, options: { 'deskOptions.deceasedHoldCodes': ['dec'] } });
  operations = await enterDesk(scene.testApp, 'operations');
  supervisor = await enterDesk(scene.testApp, 'supervisor');
  second = await enterDesk(scene.testApp, 'administrator');
  await sql`update staff set role = 'supervisor' where email_address = ${second.emailAddress}`.execute(
    scene.testApp.services.database,
  );
  await operations.open(customerId);
  await supervisor.open(customerId);
  await second.confirm();
});

afterAll(() => scene.testApp.close());

const setCode = (accountNumber: string, holdCode: string) =>
  scene.testApp.services.host.servicing?.changeHoldCode({ accountNumber, holdCode });

interface Shown {
  readonly loans: readonly {
    readonly accountNumber: string;
    readonly holdCode: string;
    readonly obstacle: string | null;
  }[];
  readonly logins: readonly { readonly loginName: string; readonly restricted: boolean }[];
  readonly asked: readonly string[];
}

const shown = async (): Promise<Shown> => (await operations.get(`${url}?customerId=${customerId}`)).json();

beforeEach(async () => {
  for (const { accountNumber } of (await shown()).loans) await setCode(accountNumber, '');
  await restrictUser(scene.testApp.services, loginName, { restricted: false, by: 'Kim' });
});

const place = async (code: string, by = operations) =>
  (await by.post(`${url}/place`, { customerId, code, reason })).json();

const requestLift = async (code: string, by = supervisor, call = 'ask-lift-with-logins') =>
  (await by.post(`${url}/${call}`, { customerId, code, reason })).json();

async function approve() {
  const { open } = (await second.get('/api/desk/approvals')).json();
  const { workItemId } = open.find(({ action }: { action: string }) => action === 'liftCustomerHold');
  return (await second.post('/api/desk/approvals/approve', { workItemId, reason: 'Wrong person' })).json();
}

const codes = async () => (await shown()).loans.map(({ holdCode }) => holdCode);
const isRestricted = async () => (await shown()).logins.some(({ restricted }) => restricted);

describe('a hold on a customer', () => {
  it('puts the code on every loan without one, and leaves the login open for a bankruptcy', async () => {
    const before = await shown();
    expect(before.loans.length).toBeGreaterThan(0);
    expect(before.loans.every(({ obstacle }) => obstacle === null)).toBe(true);
    expect(await place('BKR')).toEqual({ loans: before.loans.map(({ accountNumber }) => accountNumber), logins: 0 });
    expect(new Set(await codes())).toEqual(new Set(['BKR']));
    expect(await isRestricted()).toBe(false);
    expect((await auditOf(scene.testApp, 'desk-customer-hold-placed')).at(-1)).toMatchObject({
      code: 'BKR',
      staff: operations.emailAddress,
      reason,
    });
    expect(await place('BKR')).toEqual({ error: 'NothingToHold' });
  });

  it('marks which hold codes are of a deceased customer', async () => {
    const { settable } = (await operations.get(`${url}?customerId=${customerId}`)).json();
    expect(settable).toEqual([
      { code: 'BKR', words: 'Bankruptcy', isOfDeceased: false },
      { code: 'DEC', words: 'Deceased', isOfDeceased: true },
    ]);
  });

  it('keeps another code', async () => {
    await setCode(scene.loan, 'BKR');
    const held = await place('DEC');
    expect(held.loans).not.toContain(scene.loan);
    expect(await codes()).toContain('BKR');
  });

  it('restricts the logins of the deceased, and is lifted with them once a second person approves', async () => {
    expect(await place('DEC')).toMatchObject({ logins: 1 });
    expect(await isRestricted()).toBe(true);
    expect(await requestLift('DEC')).toEqual({});
    expect(await requestLift('DEC')).toEqual({ error: 'AskedAlready' });
    expect(await shown()).toMatchObject({ asked: ['DEC'] });
    expect(await codes()).toContain('DEC');
    expect(await approve()).toMatchObject({ outcome: 'approved' });
    expect(new Set(await codes())).toEqual(new Set(['']));
    expect(await isRestricted()).toBe(false);
    expect(await requestLift('DEC')).toEqual({ error: 'NothingToLift' });
  });

  it('can be lifted without the logins', async () => {
    await place('DEC');
    expect(await requestLift('DEC', operations)).toEqual({ error: 'NotPermitted' });
    expect(await requestLift('DEC', operations, 'ask-lift')).toEqual({});
    await approve();
    expect(await isRestricted()).toBe(true);
  });

  it('does not open a login that staff restricted for another reason when it is lifted', async () => {
    await restrictUser(scene.testApp.services, loginName, { restricted: true, by: 'Kim' });
    expect(await place('DEC')).toMatchObject({ logins: 0 });
    expect(await shown()).toMatchObject({ logins: [{ restricted: true, restrictedByCode: null }] });
    await requestLift('DEC');
    expect(await approve()).toMatchObject({ outcome: 'approved' });
    expect(new Set(await codes())).toEqual(new Set(['']));
    expect(await isRestricted()).toBe(true);
  });

  it('does not open a login that staff restricted for another reason after it was placed', async () => {
    await place('DEC');
    await restrictUser(scene.testApp.services, loginName, { restricted: true, by: 'Kim' });
    await requestLift('DEC');
    expect(await approve()).toMatchObject({ outcome: 'approved' });
    expect(await isRestricted()).toBe(true);
  });

  it('that was lifted loan by loan meanwhile is refused', async () => {
    await place('BKR');
    await requestLift('BKR');
    for (const { accountNumber } of (await shown()).loans) await setCode(accountNumber, '');
    expect(await approve()).toEqual({
      outcome: 'refused',
      why: "None of the customer's loans has this hold code anymore.",
    });
  });

  it('says which planned payments pause, and the customer page says so afterwards', async () => {
    const calls = paymentCalls(await scene.testApp.signIn(loginName));
    const parts = { info: await calls.info(scene.loan), loginName, amount: 40, method: achBody(scene.loan), fee: 1 };
    const once = withDetails(submissionBody(parts), { PaymentDate: '2026-11-25' });
    expect(await calls.post('/api/PaymentScheduled/SubmitAch', once)).toMatchObject({ HasNoErrors: true });
    const ofLoan = (await shown()).loans.find(({ accountNumber }) => accountNumber === scene.loan);
    expect(ofLoan).toMatchObject({ plannedPayments: 1 });
    const open = async () => (await operations.get(`/api/desk/customer?customerId=${customerId}`)).json().openPayments;
    expect(await open()).toContainEqual(expect.objectContaining({ payOn: '2026-11-25', paused: false }));
    await place('BKR');
    expect(await open()).toContainEqual(expect.objectContaining({ payOn: '2026-11-25', paused: true }));
  });

  it('is refused for a code that staff may not set, and to an agent', async () => {
    expect(await place('48')).toEqual({ error: 'UnknownHoldCode' });
    const agent = await enterDesk(scene.testApp, 'agent');
    await agent.open(customerId);
    expect(await place('BKR', agent)).toEqual({ error: 'NotPermitted' });
    expect(new Set(await codes())).toEqual(new Set(['']));
  });
});

describe('the command hold-code', () => {
  afterEach(() => vi.restoreAllMocks());

  it('shows, sets and lifts, and says who did it', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const run = (...args: string[]) => holdCodeCommand.run(args, scene.testApp.services);
    expect(await run(scene.loan)).toBe(0);
    expect(log.mock.calls).toEqual([
      ['The loan has no hold code.'],
      ['Codes that can be set: BKR (Bankruptcy), DEC (Deceased)'],
    ]);
    expect(await run(scene.loan, 'bkr')).toBe(2);
    expect(await run(scene.loan, 'bkr', '--by', 'Kim Osei')).toBe(0);
    expect(log).toHaveBeenLastCalledWith('Set: BKR');
    expect((await auditOf(scene.testApp, 'loan-hold-code-changed')).at(-1)).toMatchObject({
      accountNumber: scene.loan,
      after: 'BKR',
      by: 'Kim Osei',
    });
    expect(await run(scene.loan, 'BKR', '--by', 'Kim Osei')).toBe(1);
    expect(error).toHaveBeenLastCalledWith('The loan has this hold code already.');
    expect(await run(scene.loan, '48', '--by', 'Kim Osei')).toBe(1);
    expect(error).toHaveBeenLastCalledWith('deskOptions.holdCodes lists no such code.');
    expect(await run(scene.loan, 'none', '--by', 'Kim Osei')).toBe(0);
    expect(log).toHaveBeenLastCalledWith('Lifted: BKR');
    expect(await run('999', 'BKR', '--by', 'Kim Osei')).toBe(1);
    expect(await run()).toBe(2);
  });
});
