import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

const harbor = path.resolve(import.meta.dirname, '../../../institutions/harbor');
let test: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'passbook-files-'));
  await cp(harbor, folder, { recursive: true });
  const assets = path.join(folder, 'assets');
  await mkdir(path.join(assets, '.git'));
  await writeFile(path.join(assets, 'rates.txt'), 'Rates');
  await writeFile(path.join(assets, '.env'), 'PASSBOOK_FIELD_KEY=secret');
  await writeFile(path.join(assets, '.git', 'config'), 'secret');
  test = await createTestApp({ empty: true, environment: { PASSBOOK_INSTITUTION: folder } });
});

afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

it('a visitor gets a file of the institution', async () => {
  const answer = await test.app.inject('/institution/rates.txt');
  expect([answer.statusCode, answer.body]).toEqual([200, 'Rates']);
});

it.each(['.env', '.git/config', '%2eenv', '%2Egit/config', './.env', 'x/../.env'])(
  'a visitor never gets the hidden file %s',
  async (file) => {
    const answer = await test.app.inject(`/institution/${file}`);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain('secret');
  },
);
