import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { day } from '#common/core/dates.ts';
import { checkCreditFile } from '#server/accounts/credit-bureau/check-credit-file.ts';
import { creditBureauCommand } from '#server/accounts/credit-bureau/credit-bureau.cli.ts';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

// The clock is set to Saturday, November 21, 2026.
const url = '/api/desk/credit-files';
const reason = 'Monthly report';

let test: TestApp;
let operations: DeskCaller;
let supervisor: DeskCaller;

beforeAll(async () => {
  test = await createTestApp(withDesk);
  [operations, supervisor] = [await enterDesk(test, 'operations'), await enterDesk(test, 'supervisor')];
  await operations.confirm();
  await supervisor.confirm();
});

afterAll(() => test.close());

const shown = async (by = operations) => (await by.get(url)).json();
const make = async (month: string, by = operations) => (await by.post(`${url}/make`, { month, reason })).json();

describe('a file for credit bureaus at the desk', () => {
  let content = '';

  it('is made of a month that is over, by operations', async () => {
    expect(await shown()).toEqual({ why: null, newestMonth: '2026-10', files: [] });
    expect(await make('2026-11')).toEqual({ error: 'MonthNotOver' });
    expect(await make('2026-10', supervisor)).toEqual({ error: 'NotPermitted' });
    expect(await make('October')).toEqual({ error: 'InvalidInput' });
    expect(await make('2026-10')).toEqual({});
    const [file] = (await shown(supervisor)).files;
    expect(file).toMatchObject({ through: '2026-10-31', madeBy: operations.emailAddress, mayDownload: false });
    expect(file.accounts).toBeGreaterThan(3);
    expect((await auditOf(test, 'desk-credit-file-made')).at(-1)).toMatchObject({ accounts: file.accounts, reason });
  });

  it('says of each account that it leaves out why', async () => {
    const [{ leftOut }] = (await shown()).files;
    const why = (accountNumber: string) =>
      leftOut.find((left: { accountNumber: string }) => left.accountNumber === accountNumber)?.why;
    expect(why('106-000048-1')).toBe('its hold code 48 is not in creditBureau.holdCodes');
    expect(why('106-000102-8')).toBe('its hold code BKR is left out');
    expect(why('101-004417-2')).toBeUndefined();
  });

  it('is downloaded once, after someone else has approved it', async () => {
    const [{ fileId, sha256 }] = (await shown()).files;
    const download = () => operations.post(`${url}/file`, { fileId });
    expect((await download()).json()).toEqual({ error: 'NotReleased' });
    expect((await operations.post(`${url}/ask`, { fileId, reason })).json()).toEqual({});
    expect((await operations.post(`${url}/ask`, { fileId, reason })).json()).toEqual({ error: 'AskedAlready' });
    expect((await download()).json()).toEqual({ error: 'NotReleased' });
    const { open } = (await supervisor.get('/api/desk/approvals')).json();
    const { workItemId } = open.find(({ action }: { action: string }) => action === 'downloadCreditFile');
    const alone = await operations.post('/api/desk/approvals/approve', { workItemId, reason });
    expect(alone.json()).toEqual({ error: 'NotPermitted' });
    const approved = await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'Looked at it' });
    expect(approved.json()).toMatchObject({ outcome: 'approved' });
    expect((await supervisor.post(`${url}/file`, { fileId })).json()).toEqual({ error: 'NotPermitted' });
    const answer = await download();
    expect(answer.headers['content-disposition']).toContain('metro2-2026-10.txt');
    content = answer.body;
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    expect((await download()).json()).toEqual({ error: 'NotReleased' });
    expect((await shown()).files[0].downloads).toMatchObject([{ by: 'Omar Haddad', approvedBy: 'Sol Bergman' }]);
    expect((await auditOf(test, 'desk-credit-file-downloaded')).at(-1)).toMatchObject({ fileId, sha256 });
  });

  it('is sound, and agrees with the books', async () => {
    expect(checkCreditFile(content)).toEqual([]);
    const line = content.split('\n').find((each) => each.includes('101-004417-2'));
    expect(line?.slice(72, 75)).toBe('I00');
    expect(line?.slice(123, 125)).toBe('11');
    const { host, clock } = test.services;
    const accounts = await host.listAccounts('400101', clock.today());
    const original = accounts.find(({ number }) => number === '101-004417-2')?.originalAmountCents ?? 0;
    expect(Number(line?.slice(92, 101))).toBe(Math.trunc(original / 100));
    const october = {
      from: day('2026-10-01'),
      through: day('2026-10-31'),
      yearStartsAt: Temporal.Instant.from('2026-01-01T05:00:00Z'),
      startsAt: Temporal.Instant.from('2026-10-01T04:00:00Z'),
      endsAt: Temporal.Instant.from('2026-11-01T04:00:00Z'),
    };
    const statement = await host.readStatement('400101', '101-004417-2', october);
    const { principalCents = 0, interestCents = 0, feesCents = 0 } = statement?.closing ?? {};
    expect(Number(line?.slice(154, 163))).toBe(Math.trunc((principalCents + interestCents + feesCents) / 100));
    expect(content).not.toContain('106-000102-8');
  });
});

describe('the command credit-bureau', () => {
  it('makes, writes and checks a file, and takes what the books do not know', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'passbook-credit-'));
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const run = (...words: string[]) => creditBureauCommand.run(words, test.services);
    try {
      const path = join(folder, 'metro2.txt');
      const facts = join(folder, 'facts.csv');
      await writeFile(facts, 'account_number,first_delinquency_on\n101-007730-5,2026-08-01\n');
      expect(await run('file', '2026-09', path, '--by', 'Ana Silva')).toBe(1);
      expect(await run('make', '2026-09', '--facts', facts)).toBe(2);
      expect(await run('make', '2026-09', '--facts', facts, '--by', 'Ana Silva')).toBe(0);
      expect(log).toHaveBeenCalledWith(
        expect.stringMatching(/^Made the file of the month through 09\/30\/2026: \d+ acc/),
      );
      expect(await run('make', '2026-11', '--by', 'Ana Silva')).toBe(1);
      expect(error).toHaveBeenLastCalledWith('The month is not over yet.');
      await writeFile(facts, 'account_number,first_delinquency_on\n101-007730-5,soon\n');
      expect(await run('make', '2026-09', '--facts', facts, '--by', 'Ana Silva')).toBe(2);
      expect(await run('file', '2026-09', path, '--by', 'Ana Silva')).toBe(0);
      expect(await run('check', path)).toBe(0);
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replace('TRAILER', 'TRAITOR'));
      expect(await run('check', path)).toBe(1);
      expect(error).toHaveBeenLastCalledWith('the last record is not a trailer');
      expect(await run('make', '2026-13', '--by', 'Ana Silva')).toBe(2);
      expect((await auditOf(test, 'credit-file-handed-over')).at(-1)).toMatchObject({ by: 'Ana Silva' });
      expect((await auditOf(test, 'credit-file-made')).at(-1)).toMatchObject({ by: 'Ana Silva' });
    } finally {
      vi.restoreAllMocks();
      await rm(folder, { recursive: true });
    }
  });
});
