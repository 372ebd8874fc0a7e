import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { documentsCommand } from './documents.cli.ts';

const MARGARET = '400101';
const ACCOUNT = '101-004417-2';

let test: TestApp;
let file: string;
const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
const refused = vi.spyOn(console, 'error').mockImplementation(() => undefined);

beforeAll(async () => {
  test = await createTestApp();
  file = path.join(test.services.config.dataFolder, 'Payment plan.pdf');
  await writeFile(file, '%PDF-1.7\nplan');
});

afterEach(() => {
  said.mockClear();
  refused.mockClear();
});

afterAll(async () => {
  vi.restoreAllMocks();
  await test.close();
});

const run = (...args: string[]) => documentsCommand.run([...args, '--by', 'Ana Silva'], test.services);

describe('an operator', () => {
  it.each([
    [[], 'GetCustomerDocuments'],
    [['account', ACCOUNT], `GetAccountDocuments?accountNumber=${ACCOUNT}`],
    [['application', 'A-501877'], 'GetApplicationDocuments?applicationNumber=A-501877'],
  ])('gives a customer a document (%s), which the customer sees and the operator can save', async (place, url) => {
    expect(await run('give', MARGARET, file, ...place)).toBe(0);
    const documentId = String(said.mock.calls[0]?.[0]);
    const customer = await test.signIn('margaret.okafor');
    const listed = await customer.call({ method: 'GET', url: `/api/Documents/${url}` });
    expect(listed.json<{ Value: object[] }>().Value).toContainEqual(
      expect.objectContaining({ FileId: documentId, Name: 'Payment plan.pdf' }),
    );

    said.mockClear();
    expect(await run('list', MARGARET)).toBe(0);
    expect(said.mock.calls.flat().join('\n')).toContain(`${documentId}\t`);
    const target = `${file}.${documentId}`;
    expect(await run('save', documentId, target)).toBe(0);
    expect(await readFile(target, 'utf8')).toBe('%PDF-1.7\nplan');
    await expect(run('save', documentId, target), 'nothing is overwritten').rejects.toThrow('EEXIST');
  });

  it.each([
    ['a customer that does not exist', ['000000'], 'No customer has this number.'],
    [
      "another customer's account",
      [MARGARET, 'account', '101-005520-1'],
      'The customer has no account or application with this number.',
    ],
    [
      'an unknown application',
      [MARGARET, 'application', 'A-000000'],
      'The customer has no account or application with this number.',
    ],
  ])("can't give %s a document", async (_who, [customer = '', ...place], problem) => {
    expect(await run('give', customer, file, ...place)).toBe(1);
    expect(refused).toHaveBeenCalledWith(`The document was not added. ${problem}`);
  });

  it("can't give a file that customers couldn't upload", async () => {
    const page = path.join(path.dirname(file), 'page.pdf');
    await writeFile(page, '<!doctype html>');
    expect(await run('give', MARGARET, page)).toBe(1);
    expect(refused).toHaveBeenCalledWith(expect.stringMatching(/^The document was not added\. .+\.$/));
  });

  it("can't give a file with a virus", async () => {
    const services = { ...test.services, virusScanner: { scan: async () => 'infected' as const } };
    expect(await documentsCommand.run(['give', MARGARET, file, '--by', 'Ana Silva'], services)).toBe(1);
    expect(refused).toHaveBeenCalledWith(expect.stringMatching(/^The document was not added\. .*virus/i));
  });

  it.each([
    [[]],
    [['list']],
    [['give', MARGARET]],
    [['give', MARGARET, 'x', 'loan', '1']],
    [['give', MARGARET, 'x', 'account']],
  ])('gets the usage for %j', async (args) => {
    expect(await run(...args)).toBe(2);
  });

  it("can't save an unknown document", async () => {
    expect(await run('save', '00000000-0000-4000-8000-000000000000', file)).toBe(1);
    expect(await run('save', '../../etc/passwd', file)).toBe(1);
  });
});
