import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { multipartBody, smallPdf } from '#tests/builders/uploads.ts';
import { deliverDocument } from '#server/documents/deliver-document.command.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';

const customerId = '400102';
let test: TestApp;
let li: SignedInCaller;
let agent: DeskCaller;
let operations: DeskCaller;

beforeAll(async () => {
  test = await createTestApp({ ...withDesk, virusScanner: { scan: async () => 'clean' } });
  li = await test.signIn('li.wei');
});

afterAll(() => test.close());

beforeEach(async () => {
  [agent, operations] = [await enterDesk(test, 'agent'), await enterDesk(test, 'operations')];
  await agent.open(customerId);
});

interface Listed {
  readonly documentId: string;
  readonly name: string;
}

async function upload(name: string): Promise<string> {
  const { payload, headers } = multipartBody({ FileTypeID: '1' }, { ...smallPdf, name });
  const sent = await li.call({ method: 'POST', url: '/api/file/UploadByCustomerID', headers, payload });
  expect(sent.json()).toMatchObject({ HasNoErrors: true });
  const { uploads } = (await agent.get('/api/desk/uploads')).json();
  return uploads.find((listed: Listed) => listed.name === name).documentId as string;
}

async function documents(caller = agent, of = customerId) {
  return (await caller.get(`/api/desk/documents?customerId=${of}`)).json().documents as readonly Listed[];
}

const content = Buffer.from(smallPdf.content).toString('base64');
const reason = 'Asked by phone';

describe('an upload', () => {
  it('waits with its scan, is downloaded as a file, and is declined once; the customer reads why', async () => {
    const documentId = await upload('policy.pdf');
    expect(await documents()).toContainEqual(
      expect.objectContaining({ documentId, byCustomer: true, scan: 'clean', review: 'waiting' }),
    );
    expect((await agent.get('/api/desk/today')).json().counts).toContainEqual(
      expect.objectContaining({ label: 'Uploads', path: '/documents' }),
    );
    const file = await agent.get(`/api/desk/documents/file?customerId=${customerId}&documentId=${documentId}`);
    expect(file.headers['content-disposition']).toContain('attachment');
    expect(file.rawPayload.equals(Buffer.from(smallPdf.content))).toBe(true);
    expect(await auditOf(test, 'desk-document-downloaded')).toContainEqual(
      expect.objectContaining({ documentId, customerId, reason: 'Customer called' }),
    );
    const named = { customerId, documentId, outcome: 'declined', reason };
    expect((await agent.post('/api/desk/uploads/review', { ...named, words: '' })).json()).toEqual({
      error: 'InvalidInput',
    });
    const body = { ...named, words: 'The policy has expired.' };
    expect((await agent.post('/api/desk/uploads/review', body)).json()).toEqual({});
    expect((await agent.post('/api/desk/uploads/review', body)).json()).toEqual({ error: 'NoLongerOpen' });
    const [mail] = await listNewestMessages(test.services, 1);
    expect(mail?.body).toContain('policy.pdf');
    expect(mail?.body).toContain('The policy has expired.');
    expect(await auditOf(test, 'desk-upload-reviewed')).toMatchObject([{ documentId, outcome: 'declined', reason }]);
  });

  it('is neither seen nor withdrawn as a document of someone else or of the institution', async () => {
    const documentId = await upload('other.pdf');
    await agent.open('400101');
    const of = { customerId: '400101', documentId };
    const query = new URLSearchParams(of);
    expect((await agent.get(`/api/desk/documents/file?${query.toString()}`)).statusCode).toBe(404);
    const stolen = await agent.post('/api/desk/documents/withdraw', { ...of, reason });
    expect(stolen.json()).toEqual({ error: 'NotFound' });
    const own = await agent.post('/api/desk/documents/withdraw', { customerId, documentId, reason });
    expect(own.json()).toEqual({ error: 'NotFound' });
    expect((await operations.get(`/api/desk/documents?customerId=${customerId}`)).json()).toEqual({
      error: 'OpenFirst',
    });
  });
});

describe('a document of the institution', () => {
  it('reaches the customer with a notice, and is gone once withdrawn', async () => {
    const body = { customerId, fileName: 'Payoff letter.pdf', content, reason };
    expect((await agent.post('/api/desk/documents/deliver', body)).json()).toEqual({});
    const [notice] = await listNewestMessages(test.services, 1);
    expect(notice).toMatchObject({ recipient: 'li.wei@example.com', subject: 'You have a new document' });
    expect(notice?.body).not.toContain('Payoff');
    const seen = async () =>
      (await li.call({ method: 'GET', url: '/api/Documents/GetCustomerDocuments' })).json().Value as readonly {
        readonly DisplayName: string;
      }[];
    expect(await seen()).toContainEqual(expect.objectContaining({ DisplayName: 'Payoff letter.pdf' }));
    const { documentId } = (await documents()).find(({ name }) => name === 'Payoff letter.pdf') ?? { documentId: '' };
    const withdrawn = await agent.post('/api/desk/documents/withdraw', { customerId, documentId, reason });
    expect(withdrawn.json()).toEqual({});
    const [mail] = await listNewestMessages(test.services, 1);
    expect(mail).toMatchObject({ recipient: 'li.wei@example.com', subject: 'We took back a document' });
    expect(mail?.body).not.toContain('Payoff');
    expect(await seen()).not.toContainEqual(expect.objectContaining({ DisplayName: 'Payoff letter.pdf' }));
    const listed = (await agent.get(`/api/desk/documents?customerId=${customerId}`)).json();
    expect(listed.documents).not.toContainEqual(expect.objectContaining({ documentId }));
    const by = agent.emailAddress;
    expect(listed.withdrawn).toMatchObject([{ documentId, name: 'Payoff letter.pdf', by }]);
    expect(await auditOf(test, 'desk-document-delivered')).toMatchObject([{ documentId, customerId, reason }]);
    const withdrawals = await auditOf(test, 'desk-document-withdrawn');
    expect(withdrawals.filter((entry) => 'customerId' in entry && entry.customerId === customerId)).toMatchObject([
      { documentId, customerId, reason, name: 'Payoff letter.pdf', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  it('that belongs to a loan is not withdrawn at the desk', async () => {
    const { host, clock } = test.services;
    const [loan] = await host.listAccounts(customerId, clock.today());
    const place = { kind: 'account', accountNumber: loan?.number ?? '' } as const;
    const contract = { customerId, place, name: 'Contract.pdf', content: Buffer.from(content, 'base64'), by: 'op' };
    const delivered = await deliverDocument(test.services, contract);
    if (!delivered.ok) throw new Error(delivered.error);
    const body = { customerId, documentId: delivered.value, reason };
    expect((await agent.post('/api/desk/documents/withdraw', body)).json()).toEqual({ error: 'NotFound' });
  });

  it('reaches a list of customers, after a confirmation; unknown numbers are named', async () => {
    const body = { customerIds: ['400101', '400103', '999999', '400101'], fileName: 'Notice.pdf', content, reason };
    const url = '/api/desk/documents/deliver-to-list';
    expect((await agent.post(url, body)).json()).toEqual({ error: 'NotPermitted' });
    expect((await operations.post(url, body)).json()).toEqual({ error: 'ConfirmFirst' });
    await operations.confirm();
    expect((await operations.post(url, body)).json()).toEqual({ delivered: 2, unknown: ['999999'], left: [] });
    await operations.open('400103');
    expect(await documents(operations, '400103')).toContainEqual(
      expect.objectContaining({ name: 'Notice.pdf', byCustomer: false, review: null }),
    );
    expect(await auditOf(test, 'desk-documents-delivered')).toMatchObject([{ delivered: 2, unknown: 1, reason }]);
  });

  it('says whom a list did not reach when the host stops answering, and has its entry', async () => {
    const { host } = test.services;
    const known = await host.findCustomer('400101');
    let asked = 0;
    const findCustomer = () => {
      asked += 1;
      return asked === 1 ? Promise.resolve(known) : Promise.reject(new Error('The host does not answer'));
    };
    await operations.confirm();
    const body = { customerIds: ['400101', '400103', '400104'], fileName: 'Notice.pdf', content, reason };
    const answer = await test.withHost({ findCustomer }, () =>
      operations.post('/api/desk/documents/deliver-to-list', body),
    );
    expect(answer.json()).toEqual({ delivered: 1, unknown: [], left: ['400103', '400104'] });
    expect((await auditOf(test, 'desk-documents-delivered')).at(-1)).toMatchObject({ delivered: 1, left: 2 });
  });

  it('stops at a list that takes too long, and says who is left, so that no repeated request runs beside it', async () => {
    const { host } = test.services;
    const known = await host.findCustomer('400101');
    const findCustomer = () => {
      test.clock.moveOn({ seconds: 130 });
      return Promise.resolve(known);
    };
    await operations.confirm();
    const body = { customerIds: ['400101', '400103', '400104'], fileName: 'Notice.pdf', content, reason };
    const answer = await test.withHost({ findCustomer }, () =>
      operations.post('/api/desk/documents/deliver-to-list', body),
    );
    expect(answer.json()).toEqual({ delivered: 1, unknown: [], left: ['400103', '400104'] });
  });

  it('whose content is not what its name says is refused', async () => {
    const body = { customerId, fileName: 'Letter.png', content, reason };
    expect((await agent.post('/api/desk/documents/deliver', body)).json()).toEqual({ error: 'FileContent' });
  });
});
