import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditOf, type DeskCaller, enterStaff, withDesk } from '#tests/builders/desk-journey.ts';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';

// The clock is set to Saturday, November 21, 2026.
const li = { customerId: '400102', accountNumber: '101-005520-1' };
const margaret = { customerId: '400101', accountNumber: '101-004417-2' };
const sam = { customerId: '400105', accountNumber: '103-001188-2' };

let scene: PaymentScene;
let operations: DeskCaller;
let supervisor: DeskCaller;

beforeAll(async () => {
  const options = { 'deskOptions.securedLoanTypes': ['AUTO'], 'deskOptions.lienReleaseWaitingDays': 10 };
  scene = await createPaymentScene({ ...withDesk, options });
  ({ operations, supervisor } = await enterStaff(scene.testApp, li.customerId, margaret.customerId, sam.customerId));
  await supervisor.confirm();
});

afterAll(() => scene.testApp.close());

const post = async (url: string, body: object) =>
  (await operations.post(url, { reason: 'Asked for at the desk', ...body })).json();

async function requestMove() {
  const query = `customerId=${li.customerId}&accountNumber=${li.accountNumber}`;
  const { received } = (await operations.get(`/api/desk/received-payments?${query}`)).json();
  const money = { customerId: li.customerId, kind: 'received', id: received[0].receivedId, waivedChargeIds: [] };
  const to = { toCustomerId: margaret.customerId, toAccountNumber: margaret.accountNumber };
  return post('/api/desk/moved-payments/ask', { ...money, ...to });
}

async function decide(how: 'approve' | 'decline') {
  const { open } = (await supervisor.get('/api/desk/approvals')).json();
  const { workItemId } = open.find(({ action }: { action: string }) => action === 'movePayment');
  await supervisor.post(`/api/desk/approvals/${how}`, { workItemId, reason: 'Seen' });
}

const release = () =>
  post('/api/desk/lien/release', { ...li, releasedOn: scene.testApp.services.clock.today(), reference: 'ME-T 1' });

it('a lien is not released while the payoff waits to be moved away', async () => {
  const { clock, host } = scene.testApp.services;
  const owed = (await host.findLoan(li.customerId, li.accountNumber, clock.today()))?.payoffCents;
  const wire = { ...li, means: 'wire', reference: 'W1', amountCents: owed, receivedOn: clock.today() };
  expect(await post('/api/desk/received-payments/receive', wire)).toEqual({ overpaidCents: 0 });
  scene.testApp.clock.moveOn({ hours: 24 * 10 });
  ({ operations, supervisor } = await enterStaff(scene.testApp, li.customerId, margaret.customerId, sam.customerId));
  await supervisor.confirm();
  expect(await requestMove()).toEqual({});
  expect(await release()).toEqual({ error: 'PaymentDoubted' });
  expect(await auditOf(scene.testApp, 'desk-refused')).toContainEqual(
    expect.objectContaining({ code: 'PaymentDoubted', staff: operations.emailAddress }),
  );
  await decide('decline');
  expect(await release()).toEqual({});
});

it('a released lien needs a person when the payoff is moved away afterwards', async () => {
  expect(await requestMove()).toEqual({});
  await decide('approve');
  const { owingAgain } = (await operations.get('/api/desk/liens')).json();
  expect(owingAgain).toMatchObject([{ accountNumber: li.accountNumber, released: { reference: 'ME-T 1' } }]);
  const { needs } = (await operations.get('/api/desk/today')).json();
  expect(needs.map(({ title }: { title: string }) => title)).toContainEqual(
    expect.stringContaining('again after its lien was released'),
  );
});

it('a line of credit has no lien to release, so it is never drawn on without one', async () => {
  const query = `customerId=${sam.customerId}&accountNumber=${sam.accountNumber}`;
  expect((await operations.get(`/api/desk/lien?${query}`)).json()).toMatchObject({ obstacle: 'NotSecured' });
  const wanted = { ...sam, releasedOn: scene.testApp.services.clock.today(), reference: 'X' };
  expect(await post('/api/desk/lien/release', wanted)).toEqual({ error: 'NotSecured' });
});
