import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/platform/crypto/random-tokens.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { whatUploadsLeave } from '#tests/builders/uploads.ts';
import { findDocument, type NewDocument } from './documents.queries.ts';
import { storeDocument } from './store-document.command.ts';
import { sweepUploads } from './sweep-uploads.job.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});

afterAll(() => test.close());

const remains = () => whatUploadsLeave(test.services);

describe('a document stored while something fails', () => {
  const newDocument = (documentId: string): NewDocument => ({
    documentId,
    customerId: '400102',
    place: { kind: 'customer' },
    displayName: 'a.pdf',
    format: 'PDF',
    fileType: 'Other',
    bytes: 1,
    sha256: Buffer.alloc(32),
    storageName: createToken(),
    uploadedBy: null,
    uploadedAt: test.services.clock.now(),
    scanned: false,
  });

  it("leaves no row if its file can't be stored", async () => {
    const before = await remains();
    const files = { ...test.services.files, put: () => Promise.reject(new Error('the disk is full')) };
    const document = newDocument('22222222-2222-4222-8222-222222222222');
    await expect(storeDocument({ ...test.services, files }, document, Buffer.from('x'))).rejects.toThrow('full');
    expect(await remains()).toEqual(before);
  });

  it('keeps its file if only the answer to its commit was lost', async () => {
    const { files } = test.services;
    const database = losingAnswerToCommit(test.services.database);
    const document = newDocument('33333333-3333-4333-8333-333333333333');
    await expect(storeDocument({ ...test.services, database }, document, Buffer.from('x'))).rejects.toThrow('was lost');
    expect(await findDocument(test.services.database, document.documentId)).toMatchObject({ displayName: 'a.pdf' });
    expect(Buffer.from((await files.find(document.storageName)) ?? []).toString()).toBe('x');
  });

  it("is removed later if it can't be withdrawn at once", async () => {
    const before = await remains();
    const { storageName, ...document } = newDocument('44444444-4444-4444-8444-444444444444');
    const files = {
      ...test.services.files,
      put: async (name: string, content: Uint8Array) => {
        await test.services.files.put(name, content);
        throw new Error('the store did not answer');
      },
      remove: () => Promise.reject(new Error('the store is unavailable')),
    };
    const stored = storeDocument({ ...test.services, files }, { ...document, storageName }, Buffer.from('x'));
    await expect(stored).rejects.toThrow('did not answer');
    expect(await findDocument(test.services.database, document.documentId), 'no one sees it').toBeUndefined();
    test.clock.moveOn({ minutes: 16 });
    expect(await sweepUploads(test.services, new AbortController().signal)).toBe(1);
    expect(await remains()).toEqual(before);
  });
});

/** Simulates a lost connection right after the first commit. */
function losingAnswerToCommit(database: Database): Database {
  let isCut = false;
  return new Proxy(database, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (property !== 'transaction' || isCut) return typeof member === 'function' ? member.bind(target) : member;
      isCut = true;
      return () => ({
        async execute(work: (transaction: Transaction) => Promise<unknown>) {
          await target.transaction().execute(work);
          throw new Error('The connection was lost');
        },
      });
    },
  });
}
