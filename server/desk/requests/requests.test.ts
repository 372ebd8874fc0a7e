import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { multipartBody, smallPdf } from '#tests/builders/uploads.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { listAllOfCustomer } from '#server/documents/documents.queries.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';

const customerId = '400102';
const loan = '101-005520-1';
const old = { Address1: '402 Beacon Street', Address2: '', City: 'Boston', State: 'MA', ZipCode: '02108' };
const wanted = { Address1: '5 Brattle Street', Address2: 'Apt 2', City: 'Cambridge', State: 'MA', ZipCode: '02139' };

let test: TestApp;
let li: SignedInCaller;
let agent: DeskCaller;

beforeAll(async () => {
  test = await createTestApp({
    ...withDesk,
    options: { 'globalOptions.forceManualContactInfoChangesOption': true, 'formOptions.useForms': true },
  });
  li = await test.signIn('li.wei');
});

afterAll(() => test.close());

beforeEach(async () => {
  agent = await enterDesk(test, 'agent');
  await agent.open(customerId);
});

/** Asks as the customer, and returns the number of the request. */
async function sendRequest(change: object): Promise<number> {
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
    const requestId = await sendRequest({
      OldAddress: old,
      NewAddress: wanted,
      ...phone('(555) 010-5520', '(555) 010-5521'),
    });
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
    expect(await read(requestId)).toMatchObject({
      status: 'approved',
      decidedBy: 'Alma Ortiz',
      decisionReason: 'Called back on the old number',
    });
    expect(await auditOf(test, 'desk-request-approved')).toMatchObject([{ ...body, staff: agent.emailAddress }]);
    expect((await agent.post('/api/desk/requests/approve', body)).json()).toEqual({ error: 'NoLongerOpen' });
  });

  it('that staff decline changes nothing, and the customer reads why', async () => {
    const requestId = await sendRequest(phone('(555) 010-5521', '(555) 010-5599'));
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
    const requestId = await sendRequest(phone('(555) 010-0000', '(555) 010-5598'));
    const body = { customerId, requestId, reason: 'Called back' };
    expect((await agent.post('/api/desk/requests/approve', body)).json()).toEqual({ error: 'OldPhoneNotOnFile' });
    expect(await read(requestId)).toMatchObject({ status: 'open' });
    expect(await auditOf(test, 'desk-refused')).toContainEqual(
      expect.objectContaining({ call: 'POST /api/desk/requests/approve', code: 'OldPhoneNotOnFile', customerId }),
    );
  });

  it('is seen only by staff who have opened that customer', async () => {
    const requestId = await sendRequest(phone('(555) 010-5521', '(555) 010-5597'));
    const stranger = await enterDesk(test, 'agent');
    expect(await read(requestId, stranger)).toEqual({ error: 'OpenFirst' });
    await stranger.open('400101');
    expect(await read(requestId, stranger, '400101')).toEqual({ error: 'NotFound' });
    const operations = await enterDesk(test, 'operations');
    expect((await operations.get('/api/desk/requests')).json()).toEqual({ error: 'NotPermitted' });
  });
});

describe('a request that was sent with a form', () => {
  const answers = {
    reason: 'I lost my job',
    since: '2026-10-01',
    duration: 'Longer',
    income: '1250',
    wish: 'A lower payment',
  };

  async function send(caller = li, fileIds: string[] = []): Promise<number> {
    const payload = { form: 'payment-help', accountNumber: loan, answers, fileIds };
    const sent = await caller.call({ method: 'POST', url: '/api/Forms/Send', payload });
    expect(sent.json()).toMatchObject({ HasNoErrors: true, Errors: [] });
    return sent.json().requestId as number;
  }

  async function seenByCustomer(requestId: number, caller = li) {
    const { requests } = (await caller.call({ url: '/api/Forms' })).json();
    return requests.find((request: { readonly requestId: number }) => request.requestId === requestId);
  }

  const decide = (outcome: 'approve' | 'decline', body: object) => agent.post(`/api/desk/requests/${outcome}`, body);

  it('is there with its answers, its files and their scan, and is answered in the portal alone', async () => {
    const upload = multipartBody({ form: 'payment-help' }, smallPdf);
    const { fileId: FileId } = (await li.call({ method: 'POST', url: '/api/file/UploadEvidence', ...upload })).json();
    const requestId = await send(li, [FileId]);
    const request = await read(requestId);
    expect(request).toMatchObject({
      customerName: 'Li Wei',
      form: 'Help with payments',
      accountNumber: loan,
      asks: [],
      values: [],
      status: 'open',
      othersAsking: [],
      files: [{ documentId: FileId, name: 'payslip.pdf', scan: 'notScanned', review: null }],
    });
    expect(request.answers).toContainEqual({
      label: 'Monthly income of your household',
      kind: 'amount',
      value: '1250.00',
    });
    expect((await agent.get(`/api/desk/documents/file?customerId=${customerId}&documentId=${FileId}`)).statusCode).toBe(
      200,
    );
    const words = 'We moved the payment of December to the end.';
    const body = { customerId, requestId, words, reason: 'Deferred one payment' };
    expect((await decide('approve', { ...body, words: '' })).json()).toEqual({ error: 'InvalidInput' });
    expect((await decide('approve', body)).json()).toEqual({});
    expect(await seenByCustomer(requestId)).toMatchObject({ state: 'approved', answer: words, unread: true });
    const [mail] = await listNewestMessages(test.services, 1);
    expect(mail).toMatchObject({ recipient: 'li.wei@example.com', subject: 'We answered your request' });
    expect(mail?.body).not.toMatch(/approved|December|Deferred|Help with payments/i);
    expect(await read(requestId)).toMatchObject({ status: 'approved', decidedBy: 'Alma Ortiz', answer: words });
    expect(await auditOf(test, 'desk-request-approved')).toContainEqual(
      expect.objectContaining({ requestId, reason: 'Deferred one payment', staff: agent.emailAddress }),
    );
    expect((await decide('decline', body)).json()).toEqual({ error: 'NoLongerOpen' });
  });

  it('that staff decline tells the customer why, without their note', async () => {
    const requestId = await send();
    const body = { customerId, requestId, words: 'Please send us a payslip.', reason: 'No evidence, income unclear' };
    expect((await decide('decline', body)).json()).toEqual({});
    const seen = await seenByCustomer(requestId);
    expect(seen).toMatchObject({ state: 'declined', answer: 'Please send us a payslip.' });
    expect(JSON.stringify(seen)).not.toContain('income unclear');
    const timeline = (await agent.get(`/api/desk/customer/timeline?customerId=${customerId}`)).json();
    const titles = timeline.entries.map(({ title }: { readonly title: string }) => title);
    expect(titles).toContain('Request sent');
    expect(titles).toContain(`${agent.emailAddress}: Declined a request of the customer`);
  });

  it('that the customer withdrew can no longer be decided, and the try is in the audit log', async () => {
    const requestId = await send();
    await li.call({ method: 'POST', url: '/api/Forms/Withdraw', payload: { requestId } });
    const body = { customerId, requestId, words: 'Done.', reason: 'Looked at it' };
    expect((await decide('approve', body)).json()).toEqual({ error: 'NoLongerOpen' });
    expect(await read(requestId)).toMatchObject({ status: 'withdrawn', decidedAt: null });
    expect(await auditOf(test, 'desk-refused')).toContainEqual(
      expect.objectContaining({ call: 'POST /api/desk/requests/approve', code: 'NoLongerOpen', customerId }),
    );
  });

  const documents = `/api/desk/documents?customerId=${customerId}`;
  const fileOf = (documentId: string) => `/api/desk/documents/file?customerId=${customerId}&documentId=${documentId}`;

  async function upload(name: string): Promise<string> {
    const sent = multipartBody({ form: 'payment-help' }, { ...smallPdf, name });
    return (await li.call({ method: 'POST', url: '/api/file/UploadEvidence', ...sent })).json().fileId as string;
  }

  /** Where staff and the operator see a file. */
  async function placesOf(documentId: string, name: string) {
    const timeline = await agent.get(`/api/desk/customer/timeline?customerId=${customerId}&kind=document`);
    const all = await listAllOfCustomer(test.services.database, customerId);
    return {
      documents: (await agent.get(documents)).body.includes(documentId),
      download: (await agent.get(fileOf(documentId))).statusCode,
      timeline: timeline.body.includes(name),
      operator: all.some((document) => document.document_id === documentId),
    };
  }

  const nowhere = { documents: false, download: 404, timeline: false, operator: false };

  it('shows its files to staff only once it is sent, and no more once it is withdrawn', async () => {
    const fileId = await upload('not-sent-yet.pdf');
    expect(await placesOf(fileId, 'not-sent-yet.pdf')).toEqual(nowhere);
    const requestId = await send(li, [fileId]);
    const everywhere = { documents: true, download: 200, timeline: true, operator: true };
    expect(await placesOf(fileId, 'not-sent-yet.pdf')).toEqual(everywhere);
    await li.call({ method: 'POST', url: '/api/Forms/Withdraw', payload: { requestId } });
    expect(await placesOf(fileId, 'not-sent-yet.pdf')).toEqual(nowhere);
    expect(await read(requestId)).toMatchObject({ status: 'withdrawn', files: [] });
  });

  it('gives its files only to those who decide requests', async () => {
    const fileId = await upload('only-for-agents.pdf');
    const requestId = await send(li, [fileId]);
    const operations = await enterDesk(test, 'operations');
    await operations.open(customerId);
    expect((await operations.get(documents)).json().documents).toEqual(expect.any(Array));
    expect((await operations.get(documents)).body).not.toContain(fileId);
    const timeline = `/api/desk/customer/timeline?customerId=${customerId}&kind=document`;
    const { body } = await operations.get(timeline);
    expect(body).toContain('"Sent with a request"');
    expect(body).not.toContain('only-for-agents.pdf');
    expect((await agent.get(timeline)).body).toContain('"Sent with a request: only-for-agents.pdf"');
    const refused = await operations.get(fileOf(fileId));
    expect([refused.statusCode, refused.json()]).toEqual([403, { error: 'NotPermitted' }]);
    expect(await auditOf(test, 'desk-refused')).toContainEqual(
      expect.objectContaining({ call: 'GET /api/desk/documents/file', code: 'NotPermitted', customerId }),
    );
    expect((await agent.get(fileOf(fileId))).statusCode).toBe(200);
    await li.call({ method: 'POST', url: '/api/Forms/Withdraw', payload: { requestId } });
  });

  it('names the other owners of the loan who ask too', async () => {
    const margaret = await test.signIn('margaret.okafor');
    const accounts = await test.services.host.listAccounts(customerId, test.clock.today());
    const sharing = { ownsAccount: async () => true, listAccounts: async () => accounts };
    const others = await test.withHost(sharing, () => send(margaret));
    const requestId = await send();
    expect(await read(requestId)).toMatchObject({ othersAsking: [{ requestId: others, customerId: '400101' }] });
  });
});

it('the list counts all open requests, and leads to each of them once', async () => {
  const { cipher, database } = test.services;
  const content = JSON.stringify({ title: 'A letter', paymentsContinue: false, next: '', answers: [] });
  const sealed = cipher.encrypt(content, `contact-change:${customerId}`);
  await sql`insert into customer_requests (user_id, customer_id, form_key, details_sealed, requested_at)
    select min(user_id), ${customerId}, 'document-request', ${sealed}, ${test.clock.now().toString()}
    from users cross join generate_series(1, 60) group by generate_series`.execute(database);
  const { rows } = await sql<{ id: number }>`
    select request_id as id from customer_requests where status = 'open'
    order by requested_at, request_id`.execute(database);
  const page = async (number: number) => (await agent.get(`/api/desk/requests?page=${number}`)).json();
  const pages = [await page(0), await page(1)];
  expect(pages.map(({ count, hasMore }) => [count, hasMore])).toEqual([
    [rows.length, true],
    [rows.length, false],
  ]);
  const listed = pages.flatMap(({ requests }) => requests.map((one: { requestId: number }) => one.requestId));
  expect(listed).toEqual(rows.map(({ id }) => id));
  expect(await page(2)).toEqual({ requests: [], count: rows.length, hasMore: false });
  await sql`delete from customer_requests where form_key = 'document-request'`.execute(database);
});

it('an approved change of contact information has no words, which would reach nobody', async () => {
  const requestId = await sendRequest(phone('(555) 010-5521', '(555) 010-5596'));
  const body = { customerId, requestId, words: 'Done.', reason: 'Called back' };
  expect((await agent.post('/api/desk/requests/approve', body)).json()).toEqual({ error: 'InvalidInput' });
  expect(await read(requestId)).toMatchObject({ status: 'open' });
});
