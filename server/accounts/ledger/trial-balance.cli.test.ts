import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditOf } from '#tests/builders/desk-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { keepClosingJob } from './keep-closing.job.ts';
import { trialBalanceCommand } from './trial-balance.cli.ts';

let test: TestApp;
let folder: string;

beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'trial-balance-'));
});

afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

async function write(name: string, on: string, ...more: readonly string[]) {
  const file = path.join(folder, name);
  const code = await trialBalanceCommand.run([on, file, ...more], test.services);
  return { code, text: code === 0 ? await readFile(file, 'utf8') : '' };
}

it('the file of a day is the same before and after the nightly job has kept its figures, and who wrote it is known', async () => {
  const yesterday = Temporal.PlainDate.from(test.clock.today()).subtract({ days: 1 }).toString();
  const before = await write('before.csv', yesterday, '--by', 'Ana Silva');
  expect(before.text).toMatch(
    /^day,ledger_account,name,opening_debit,opening_credit,debit,credit,closing_debit,closing_credit\r\n/,
  );
  expect(before.text).toMatch(/,1110,Loan principal,[1-9]\d+\.\d\d,0\.00,/);
  await keepClosingJob.run(test.services, new AbortController().signal);
  const after = await write('after.csv', yesterday, '--by', 'Ana Silva');
  expect(after.text).toBe(before.text);
  expect(await auditOf(test, 'trial-balance-exported')).toEqual([
    expect.objectContaining({ on: yesterday, by: 'Ana Silva' }),
    expect.objectContaining({ on: yesterday, by: 'Ana Silva' }),
  ]);
});

it.each([
  ['today', 1, ['2026-11-21', '--by', 'Ana Silva']],
  ['no name', 2, ['2026-11-20']],
  ['no day', 2, ['soon', '--by', 'Ana Silva']],
] as const)('refuses %s', async (_what, code, [on, ...more]) => {
  expect(test.clock.today()).toBe('2026-11-21');
  expect((await write('refused.csv', on, ...more)).code).toBe(code);
});
