import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFERENCE_HEADER } from '#common/contract/reference-header.ts';
import type { DocumentItem } from '#common/documents/documents.api.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { multipartBody, smallPdf, type UploadedFile } from '#tests/builders/uploads.ts';
import { sweepUploads } from './sweep-uploads.job.ts';

const ACCOUNT = '101-005520-1';
const FOREIGN_ACCOUNT = '101-004417-2';
const FOREIGN_APPLICATION = 'A-501877';

let test: TestApp;
let customer: SignedInCaller;
let other: SignedInCaller;

beforeAll(async () => {
  test = await createTestApp();
  customer = await test.signIn('li.wei');
  other = await test.signIn('margaret.okafor');
});

afterAll(() => test.close());

async function list(caller: SignedInCaller, path: string): Promise<DocumentItem[]> {
  const response = await caller.call({ method: 'GET', url: `/api/Documents/${path}` });
  expect(response.statusCode).toBe(200);
  return response.json<{ Value: DocumentItem[] }>().Value;
}

function upload(caller: SignedInCaller, path: string, fields: Record<string, string>, file: UploadedFile = smallPdf) {
  return caller.call({ method: 'POST', url: `/api/file/${path}`, ...multipartBody(fields, file) });
}

async function view(caller: SignedInCaller, fileId: string, ticketFor = fileId, headers = caller.headers) {
  const ticket = await caller.call({
    method: 'GET',
    url: `/api/PassableToken/GetPassableToken?action=viewDocument&object=${encodeURIComponent(ticketFor)}`,
  });
  const { PassableToken } = ticket.json<{ PassableToken: string }>();
  const query = new URLSearchParams({
    FileId: fileId,
    Name: '../../etc/passwd',
    PageNumber: '1',
    FileFormat: 'PDF',
    UserToken: PassableToken,
  });
  return test.app.inject({
    method: 'GET',
    url: `/api/Documents/ViewDocument?${query.toString()}`,
    headers: { cookie: headers.cookie },
  });
}

describe('documents of an account', () => {
  it('are listed after upload and open with a ticket', async () => {
    const before = await list(customer, `GetAccountDocuments?accountNumber=${ACCOUNT}`);
    const file = { ...smallPdf, name: 'Gehaltsnachweis März.pdf' };
    const response = await upload(customer, 'UploadFileWithLoanNumber', { LoanNumber: ACCOUNT, FileTypeID: '2' }, file);
    expect(response.json()).toEqual({ HasNoErrors: true, Errors: [] });
    const [newest, ...rest] = await list(customer, `GetAccountDocuments?accountNumber=${ACCOUNT}`);
    expect(rest).toEqual(before);
    expect(newest).toMatchObject({
      DisplayName: 'Gehaltsnachweis März.pdf',
      Name: 'Gehaltsnachweis März.pdf',
      DisplayFormat: 'PDF',
      ImageUrl: '/document-icons/pdf.svg',
      DateUploaded: '2026-11-21T15:00:00Z',
    });
    const opened = await view(customer, newest?.FileId ?? '');
    expect(opened.statusCode).toBe(200);
    expect(opened.headers['content-type']).toBe('application/pdf');
    expect(opened.headers['x-content-type-options']).toBe('nosniff');
    expect(opened.headers['content-disposition']).toBe(
      `inline; filename="Gehaltsnachweis-M-rz.pdf"; filename*=UTF-8''Gehaltsnachweis%20M%C3%A4rz.pdf`,
    );
    expect(opened.body).toBe(smallPdf.content);
  });

  it('are hidden from other customers', async () => {
    await upload(customer, 'UploadFileWithLoanNumber', { LoanNumber: ACCOUNT, FileTypeID: '1' });
    const [document] = await list(customer, `GetAccountDocuments?accountNumber=${ACCOUNT}`);
    const foreign = await view(other, document?.FileId ?? '');
    const unknown = await view(other, '00000000-0000-4000-8000-000000000000');
    expect(foreign.statusCode).toBe(404);
    expect(foreign.json()).toEqual(unknown.json());
    const listed = await other.call({
      method: 'GET',
      url: `/api/Documents/GetAccountDocuments?accountNumber=${ACCOUNT}`,
    });
    expect(listed.statusCode).toBe(404);
  });

  it("cannot be added to another customer's account", async () => {
    const fields = { LoanNumber: FOREIGN_ACCOUNT, FileTypeID: '1' };
    const before = await list(other, `GetAccountDocuments?accountNumber=${FOREIGN_ACCOUNT}`);
    const response = await upload(customer, 'UploadFileWithLoanNumber', fields);
    expect(response.statusCode).toBe(404);
    expect(await list(other, `GetAccountDocuments?accountNumber=${FOREIGN_ACCOUNT}`)).toEqual(before);
  });
});

describe('documents of the customer', () => {
  it("belong to the session's customer, regardless of the request", async () => {
    const response = await upload(
      customer,
      'UploadByCustomerID',
      { FileTypeID: '1' },
      { ...smallPdf, name: 'mine.pdf' },
    );
    expect(response.statusCode).toBe(200);
    expect(await list(customer, 'GetCustomerDocuments')).toMatchObject([{ Name: 'mine.pdf' }]);
    expect((await list(other, 'GetCustomerDocuments')).map(({ Name }) => Name)).not.toContain('mine.pdf');
    const withCustomer = await upload(customer, 'UploadByCustomerID', { FileTypeID: '1', CustomerID: '400101' });
    expect(withCustomer.statusCode).toBe(400);
  });
});

describe('documents of an application', () => {
  it('are visible to the applicant', async () => {
    const fields = { ApplicationNumber: FOREIGN_APPLICATION, FileTypeID: '1' };
    const file = { ...smallPdf, name: 'for the application.pdf' };
    expect((await upload(other, 'UploadFileWithApplicationNumber', fields, file)).statusCode).toBe(200);
    const [newest] = await list(other, `GetApplicationDocuments?applicationNumber=${FOREIGN_APPLICATION}`);
    expect(newest).toMatchObject({ Name: file.name });
    expect((await view(other, newest?.FileId ?? '')).statusCode).toBe(200);

    expect((await upload(customer, 'UploadFileWithApplicationNumber', fields)).statusCode).toBe(404);
    expect((await view(customer, newest?.FileId ?? '')).statusCode).toBe(404);
    const listed = await customer.call({
      method: 'GET',
      url: `/api/Documents/GetApplicationDocuments?applicationNumber=${FOREIGN_APPLICATION}`,
    });
    expect(listed.statusCode).toBe(404);
  });

  it('are listed by their upload number', async () => {
    const path = `GetApplicationDocuments?applicationNumber=${FOREIGN_APPLICATION}`;
    expect(await list(other, `${path}&uploadNumber=1`)).toEqual(await list(other, path));
    expect(await list(other, `${path}&uploadNumber=2`)).toEqual([]);
  });
});

describe('the answers of other screens', () => {
  it('contain the documents of the loan and of a personal customer', async () => {
    const names = async (caller: SignedInCaller, url: string) => {
      const response = await caller.call({ method: 'GET', url });
      return response.json<{ Documents: DocumentItem[] }>().Documents.map(({ Name }) => Name);
    };
    const caller = await test.signIn('margaret.okafor');
    expect(await names(caller, `/api/AccountDetails?accountNumber=${FOREIGN_ACCOUNT}`)).toContain('Loan agreement.pdf');
    expect(await names(caller, '/api/Profile')).toContain('Privacy notice.pdf');
    const company = await test.signIn('acme.supply');
    expect(await names(company, '/api/Profile')).toEqual([]);
    expect((await list(company, 'GetCustomerDocuments')).map(({ Name }) => Name)).toEqual(['Resolution on file.pdf']);
  });
});

describe('features the institution switches off', () => {
  const off = { 'globalOptions.useFileServicesOption': false, 'globalOptions.useDocumentCenterOption': false };

  it.each([
    ['file services alone', { ...off, 'globalOptions.useDocumentCenterOption': true }, 200, 200],
    ['the document center alone', { ...off, 'globalOptions.useFileServicesOption': true }, 200, 200],
    ['both', off, 403, 403],
    ['uploads', { 'documentOptions.allowUpload': false }, 200, 403],
  ] as const)('%s', async (_what, options, reading, uploading) => {
    await test.withOptions(options, async () => {
      const caller = await test.signIn('no.mail');
      const read = await caller.call({ method: 'GET', url: '/api/Documents/GetCustomerDocuments' });
      const sent = await upload(caller, 'UploadByCustomerID', { FileTypeID: '1' });
      const unread = await caller.call({ method: 'POST', url: '/api/file/UploadByCustomerID', payload: { file: 'x' } });
      expect(unread.statusCode, 'a closed gate is met before the body is').toBe(uploading === 200 ? 400 : 403);
      expect([read.statusCode, sent.statusCode]).toEqual([reading, uploading]);
    });
  });
});

describe('a ticket', () => {
  it('opens only the document it was issued for, once', async () => {
    await upload(customer, 'UploadByCustomerID', { FileTypeID: '1' }, { ...smallPdf, name: 'a.pdf' });
    const [document] = await list(customer, 'GetCustomerDocuments');
    const fileId = document?.FileId ?? '';
    expect((await view(customer, fileId, 'another')).statusCode).toBe(401);
    expect((await view(customer, fileId, fileId, { ...customer.headers, cookie: '' })).statusCode).toBe(401);
  });

  it('cannot be replaced by a session token', async () => {
    const caller = await test.signIn('li.wei');
    const [document] = await list(caller, 'GetCustomerDocuments');
    const url = `/api/Documents/ViewDocument?FileId=${document?.FileId}&UserToken=${caller.headers.usertoken}`;
    const response = await test.app.inject({ method: 'GET', url, headers: { cookie: caller.headers.cookie } });
    expect(response.statusCode).toBe(401);
    expect((await caller.call({ method: 'GET', url: '/api/Login/Session' })).statusCode).toBe(401);
  });
});

describe('the same file again', () => {
  it('is stored once, as when the answer to the first upload was lost', async () => {
    const file = { ...smallPdf, name: 'twice.pdf' };
    await upload(customer, 'UploadByCustomerID', { FileTypeID: '1' }, file);
    const again = await upload(customer, 'UploadByCustomerID', { FileTypeID: '1' }, file);
    expect(again.statusCode).toBe(200);
    const names = (await list(customer, 'GetCustomerDocuments')).map(({ Name }) => Name);
    expect(names.filter((name) => name === 'twice.pdf')).toHaveLength(1);
  });
});

describe('a process that died between row and file', () => {
  it('leaves nothing visible, and the sweep removes the rest', async () => {
    const { files } = test.services;
    const dying = { ...files, put: () => new Promise<never>(() => undefined) };
    const cut = await createDyingUpload(dying);
    expect((await list(customer, 'GetCustomerDocuments')).map(({ Name }) => Name)).not.toContain('cut-off.pdf');
    await files.put(cut.storageName, Buffer.from('half'));

    const stopping = new AbortController().signal;
    test.clock.moveOn({ minutes: 14 });
    expect(await sweepUploads(test.services, stopping), 'it may still be on its way').toBe(0);
    test.clock.moveOn({ minutes: 2 });
    expect(await sweepUploads(test.services, stopping)).toBe(1);
    expect(await files.find(cut.storageName)).toBeUndefined();
    expect(await sweepUploads(test.services, stopping)).toBe(0);
  });
});

async function createDyingUpload(files: TestApp['services']['files']): Promise<{ readonly storageName: string }> {
  const { storeDocument } = await import('./store-document.command.ts');
  const storageName = 'c'.repeat(43);
  void storeDocument(
    { ...test.services, files },
    {
      documentId: '11111111-1111-4111-8111-111111111111',
      customerId: '400102',
      place: { kind: 'customer' },
      displayName: 'cut-off.pdf',
      format: 'PDF',
      fileType: 'Other',
      bytes: 4,
      sha256: Buffer.alloc(32),
      storageName,
      uploadedBy: null,
      uploadedAt: test.services.clock.now(),
      scanned: false,
    },
    Buffer.from('half'),
  );
  await expect
    .poll(async () =>
      (await import('./documents.queries.ts')).listOnTheirWay(
        test.services.database,
        test.services.clock.now().add({ minutes: 1 }),
        1,
      ),
    )
    .toHaveLength(1);
  return { storageName };
}

describe('a full disk', () => {
  it('is told beside the file, with a reference, and the same upload works once there is space', async () => {
    const { services } = test;
    const { files } = services;
    // An earlier test moved the clock beyond the session.
    const caller = await test.signIn('li.wei');
    const send = () =>
      caller.call({
        method: 'POST',
        url: '/api/file/UploadByCustomerID',
        ...multipartBody({ FileTypeID: '2' }, { ...smallPdf, name: 'full.pdf' }),
      });
    const put = () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' }));
    Object.assign(services, { files: { ...files, put } });
    const refused = await send().finally(() => Object.assign(services, { files }));
    expect(refused.statusCode).toBe(503);
    const reference = String(refused.headers[REFERENCE_HEADER]);
    expect(reference).toMatch(/^\w{4}-\w{4}$/);
    expect(refused.json()).toMatchObject({
      Message: `We can't accept files right now. This file stays in your list. Try again later. Reference ${reference}`,
    });
    const names = async () => (await list(caller, 'GetCustomerDocuments')).map(({ Name }) => Name);
    expect(await names()).not.toContain('full.pdf');
    expect((await send()).statusCode).toBe(200);
    expect(await names()).toContain('full.pdf');
  });
});
