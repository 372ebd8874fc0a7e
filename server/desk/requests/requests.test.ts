import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';

const customerId = '400102';
const loan = '101-005520-1';
const old = { Address1: '402 Beacon Street', Address2: '', City: 'Boston', State: 'MA', ZipCode: '02108' };
const wanted = { Address1: '5 Brattle Street', Address2: 'Apt 2', City: 'Cambridge', State: 'MA', ZipCode: '02139' };

let test: TestApp;
let li: SignedInCaller;
let agent: DeskCaller;

beforeAll(async () => {
  test = await createTestApp({ ...withDesk, options: { 'globalOptions.forceManualContactInfoChangesOption': true } });
  li = await test.signIn('li.wei');
});

afterAll(() => test.close());

beforeEach(async () => {
  agent = await enterDesk(test, 'agent');
  await agent.open(customerId);
});

/** Asks as the customer, and returns the number of the request. */
async function ask(change: object): Promise<number> {
  const payload = { AccountNumbers: [loan], OldAddress: null, NewAddress: null, PhoneNumber1: null, ...change };
  const asked = await li.call({ method: 'PUT', url: '/api/ManualChangeContactInfo', payload });
  expect(asked.json()).toEqual({ HasNoErrors: true, Errors: [] });
  const { requests } = (await agent.get('/api/desk/requests')).json();
  return requests.at(-1).requestId as number;
}

async function read(requestId: number, caller = agent, of = customerId) {
  return (await caller.get(`/api/desk/request?customerId=${of}&requestId=${requestId}`)).json();
}

const phone = (from: string, to: string) => ({ PhoneNumber1: { OldPhoneNumber: from, NewPhoneNumber: to } });

describe('a change of contact information', () => {
  it('that staff approve is in the system of record, and the customer is told', async () => {
    const requestId = await ask({ OldAddress: old, NewAddress: wanted, ...phone('(555) 010-5520', '(555) 010-5521') });
    expect((await agent.get('/api/desk/today')).json().counts).toContainEqual(
      expect.objectContaining({ label: 'Requests', path: '/requests' }),
    );
    const { values, ...request } = await read(requestId);
    expect(request).toMatchObject({ customerName: 'Li Wei', asks: ['address', 'phone'], status: 'open' });
    expect(values).toContainEqual({
      name: 'Phone',
      onFile: '(555) 010-5520',
      old: '(555) 010-5520',
      wanted: '(555) 010-5521',
    });
    const named = { customerId, requestId };
    const body = { ...named, reason: 'Called back on the old number' };
    expect((await agent.post('/api/desk/requests/approve', body)).json()).toEqual({});
    const { host, clock } = test.services;
    const address = { address1: '5 Brattle Street, Apt 2', city: 'Cambridge', state: 'MA', zipCode: '02139' };
    expect((await host.findLoanDetails(customerId, loan, clock.today()))?.mailingAddress).toEqual(address);
    expect((await host.findContacts(customerId))?.phones.map(({ number }) => number)).toContain('5550105521');
    expect((await listNewestMessages(test.services, 1))[0]).toMatchObject({
      recipient: 'li.wei@example.com',
      subject: 'We changed your contact information',
    });
    expect(await read(requestId)).toMatchObject({ status: 'approved', decidedBy: 'Alma Ortiz' });
    expect(await auditOf(test, 'desk-request-approved')).toMatchObject([{ ...body, staff: agent.emailAddress }]);
    expect((await agent.post('/api/desk/requests/approve', body)).json()).toEqual({ error: 'NoLongerOpen' });
  });

  it('that staff decline changes nothing, and the customer reads why', async () => {
    const requestId = await ask(phone('(555) 010-5521', '(555) 010-5599'));
    const body = { customerId, requestId, words: 'We could not reach you.', reason: 'No answer twice' };
    expect((await agent.post('/api/desk/requests/decline', body)).json()).toEqual({});
    const [mail] = await listNewestMessages(test.services, 1);
    expect(mail?.body).toContain('Hello Li Wei,');
    expect(mail?.body).toContain('We could not reach you.');
    expect(mail?.body).not.toContain('No answer twice');
    expect((await test.services.host.findContacts(customerId))?.phones.map(({ number }) => number)).toContain(
      '5550105521',
    );
    expect(await auditOf(test, 'desk-request-declined')).toMatchObject([{ requestId, reason: 'No answer twice' }]);
  });

  it("of a number that isn't on file is not made, and the try is in the audit log", async () => {
    const requestId = await ask(phone('(555) 010-0000', '(555) 010-5598'));
    const body = { customerId, requestId, reason: 'Called back' };
    expect((await agent.post('/api/desk/requests/approve', body)).json()).toEqual({ error: 'OldPhoneNotOnFile' });
    expect(await read(requestId)).toMatchObject({ status: 'open' });
    expect(await auditOf(test, 'desk-refused')).toContainEqual(
      expect.objectContaining({ call: 'POST /api/desk/requests/approve', code: 'OldPhoneNotOnFile', customerId }),
    );
  });

  it('is seen by whoever has opened that customer, and nobody else', async () => {
    const requestId = await ask(phone('(555) 010-5521', '(555) 010-5597'));
    const stranger = await enterDesk(test, 'agent');
    expect(await read(requestId, stranger)).toEqual({ error: 'OpenFirst' });
    await stranger.open('400101');
    expect(await read(requestId, stranger, '400101')).toEqual({ error: 'NotFound' });
    const operations = await enterDesk(test, 'operations');
    expect((await operations.get('/api/desk/requests')).json()).toEqual({ error: 'NotPermitted' });
  });
});
