import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentItem } from '#common/documents/documents.api.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { multipartBody, smallPdf } from '#tests/builders/uploads.ts';
import { sweepUploads } from './sweep-uploads.job.ts';

const ACCOUNT = '101-004417-2';

let test: TestApp;
let customer: SignedInCaller;
let uploaded: DocumentItem;
let uploads = 0;

beforeAll(async () => {
  test = await createTestApp();
});

beforeEach(async () => {
  customer = await test.signIn('margaret.okafor');
  uploaded = await upload(customer);
});

afterAll(() => test.close());

async function list(caller: SignedInCaller): Promise<DocumentItem[]> {
  const url = `/api/Documents/GetAccountDocuments?accountNumber=${ACCOUNT}`;
  return (await caller.call({ method: 'GET', url })).json<{ Value: DocumentItem[] }>().Value;
}

async function find(fileId: string): Promise<DocumentItem | undefined> {
  return (await list(customer)).find(({ FileId }) => FileId === fileId);
}

async function upload(caller: SignedInCaller): Promise<DocumentItem> {
  uploads += 1;
  const name = `upload ${uploads}.pdf`;
  const fields = { LoanNumber: ACCOUNT, FileTypeID: '2' };
  const body = multipartBody(fields, { ...smallPdf, name });
  const response = await caller.call({ method: 'POST', url: '/api/file/UploadFileWithLoanNumber', ...body });
  expect(response.statusCode).toBe(200);
  const document = (await list(caller)).find(({ Name }) => Name === name);
  if (!document) throw new Error('The upload is not listed');
  return document;
}

async function relabel(caller: SignedInCaller, FileId: string, FileTypeID = '6'): Promise<number> {
  const payload = { FileId, FileTypeID };
  return (await caller.call({ method: 'POST', url: '/api/Documents/ChangeFileType', payload })).statusCode;
}

async function remove(caller: SignedInCaller, FileId: string): Promise<number> {
  return (await caller.call({ method: 'POST', url: '/api/Documents/RemoveDocument', payload: { FileId } })).statusCode;
}

async function storageNames(): Promise<string[]> {
  const { rows } = await sql<{ storage_name: string }>`select storage_name from documents`.execute(
    test.services.database,
  );
  return rows.map(({ storage_name: name }) => name);
}

async function lastAudit() {
  return test.services.database
    .selectFrom('audit_log')
    .select(['event', 'details'])
    .orderBy('audit_id', 'desc')
    .executeTakeFirstOrThrow();
}

describe('the kinds of documents', () => {
  it('are those of the institution, in its order', async () => {
    await test.withOptions({ 'documentOptions.fileTypes': ['Title', 'Payslip'] }, async () => {
      const types = await customer.call({ method: 'GET', url: '/api/file/GetFileTypes' });
      expect(types.json()).toMatchObject({
        FileTypes: [
          { ID: 1, Description: 'Title' },
          { ID: 2, Description: 'Payslip' },
        ],
      });
      const send = (FileTypeID: string) =>
        customer.call({
          method: 'POST',
          url: '/api/file/UploadFileWithLoanNumber',
          ...multipartBody({ FileTypeID, LoanNumber: ACCOUNT }, { ...smallPdf, name: `kind-${FileTypeID}.pdf` }),
        });
      expect((await send('2')).json()).toMatchObject({ HasNoErrors: true });
      expect((await send('3')).json()).toMatchObject({ HasNoErrors: false });
      const { rows } = await sql`select file_type from documents where display_name = 'kind-2.pdf'`.execute(
        test.services.database,
      );
      expect(rows).toEqual([{ file_type: 'Payslip' }]);
    });
  });
});

describe('an own upload', () => {
  it('shows its type and until when it can be changed', () => {
    const until = Temporal.Instant.from(uploaded.DateUploaded).add({ hours: 24 }).toString();
    expect(uploaded).toMatchObject({ FileType: 'Proof of income', ChangeableUntil: until });
  });

  it('can get another type', async () => {
    expect(await relabel(customer, uploaded.FileId)).toBe(200);
    expect(await find(uploaded.FileId)).toMatchObject({ FileType: 'Other' });
    expect(await lastAudit()).toEqual({
      event: 'document-type-changed',
      details: { documentId: uploaded.FileId },
    });
  });

  it("cannot get a type the institution doesn't have", async () => {
    expect(await relabel(customer, uploaded.FileId, '7')).toBe(400);
    expect(await find(uploaded.FileId)).toMatchObject({ FileType: 'Proof of income' });
  });

  it('is removed with its file, and the audit log records it', async () => {
    const before = await storageNames();
    expect(await remove(customer, uploaded.FileId)).toBe(200);
    expect(await find(uploaded.FileId)).toBeUndefined();
    const left = await storageNames();
    const gone = before.filter((name) => !left.includes(name));
    expect(gone).toHaveLength(1);
    expect(await test.services.files.find(gone[0] ?? '')).toBeUndefined();
    expect(await lastAudit()).toEqual({ event: 'document-removed', details: { documentId: uploaded.FileId } });
    expect(await remove(customer, uploaded.FileId)).toBe(404);
  });

  it("disappears at once and is deleted later if its file can't be deleted now", async () => {
    const { services } = test;
    const { files } = services;
    const failing = { ...files, remove: () => Promise.reject(new Error('The disk is unavailable')) };
    Object.assign(services, { files: failing });
    expect(await remove(customer, uploaded.FileId)).toBe(200);
    Object.assign(services, { files });
    expect(await find(uploaded.FileId)).toBeUndefined();
    test.clock.moveOn({ minutes: 16 });
    expect(await sweepUploads(services, new AbortController().signal)).toBe(1);
  });

  it("can't be changed after a day", async () => {
    test.clock.moveOn({ hours: 24 });
    customer = await test.signIn('margaret.okafor');
    expect(await find(uploaded.FileId)).toMatchObject({ ChangeableUntil: null });
    expect([await relabel(customer, uploaded.FileId), await remove(customer, uploaded.FileId)]).toEqual([404, 404]);
    expect(await find(uploaded.FileId)).toMatchObject({ FileType: 'Proof of income' });
  });
});

describe("another person's document", () => {
  it('cannot be changed: one from the institution', async () => {
    const letter = (await list(customer)).find(({ Name }) => Name === 'Loan agreement.pdf');
    expect(letter).toMatchObject({ ChangeableUntil: null });
    const { FileId = '' } = letter ?? {};
    expect([await relabel(customer, FileId), await remove(customer, FileId)]).toEqual([404, 404]);
    expect(await find(FileId)).toEqual(letter);
  });

  it('cannot be changed: one from another customer', async () => {
    const other = await test.signIn('li.wei');
    expect([await relabel(other, uploaded.FileId), await remove(other, uploaded.FileId)]).toEqual([404, 404]);
    expect(await find(uploaded.FileId)).toEqual(uploaded);
  });
});

it("another person's document can't be changed where uploads are off", async () => {
  await test.withOptions({ 'documentOptions.allowUpload': false }, async () => {
    expect([await relabel(customer, uploaded.FileId), await remove(customer, uploaded.FileId)]).toEqual([403, 403]);
  });
});
