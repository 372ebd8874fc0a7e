import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { csv } from '#tests/builders/import-scene.ts';
import {
  createUpdateScene,
  deposit,
  friday,
  loan,
  second,
  timeZone,
  type UpdateScene,
} from '#tests/builders/update-scene.ts';
import { updateBooks } from './update-books.ts';

/** No test changes it. */
let scene: UpdateScene;

beforeAll(async () => {
  scene = await createUpdateScene();
});
afterAll(() => scene.close());

const update: UpdateScene['update'] = (night) => scene.update(night);
const loanOn: UpdateScene['loanOn'] = (...asked) => scene.loanOn(...asked);

it('accepts the headers of the samples', async () => {
  const headerOf = async (name: string) =>
    (await readFile(`docs/import-sample/${name}.csv`, 'utf8')).split('\n').slice(0, 1);
  const files = { accounts: await headerOf('accounts'), loans: await headerOf('loans') };
  expect((await update(files)).problems).toEqual([]);
});

it('stops if more balances would change than allowed, and a dry run writes nothing', async () => {
  const loans = csv({ ...loan, principal: '900' }, { ...second, principal: '800' });
  const { stopped } = await update({ loans, maxChangedPercent: 50 });
  expect(stopped).toEqual(['The balances of 2 of 2 accounts would change, more than 50%.']);
  expect(await update({ loans, dryRun: true })).toMatchObject({ changed: 2, stopped: [] });
  expect(await loanOn(friday)).toMatchObject({ principalCents: 100_000 });
});

it('changes nothing for accounts that it does not know, and lists them', async () => {
  const report = await update({ accounts: csv({ ...deposit, account_number: 'new' }) });
  expect(report).toMatchObject({ unknown: ['new'], updated: 0, problemCount: 0, stopped: [] });
});

it('changes no account while a line of the file is wrong', async () => {
  const accounts = csv({ ...deposit, balance: '25.50' }, { ...deposit, account_number: 'd2', balance: '' });
  expect(await update({ accounts })).toMatchObject({
    problems: [{ file: 'accounts', line: 3, column: 'balance', reason: 'is required' }],
  });
  expect(await scene.host.findDeposit('c1', 'd1')).toMatchObject({ balanceCents: 1_000 });
});

it('changes no account while a line of the file of loans is wrong', async () => {
  const accounts = csv({ ...deposit, balance: '25.50' });
  expect(await update({ accounts, loans: csv({ ...loan, installment: '0' }) })).toMatchObject({
    problems: [{ file: 'loans', line: 2, column: 'installment', reason: 'is not more than zero' }],
  });
  expect(await scene.host.findDeposit('c1', 'd1')).toMatchObject({ balanceCents: 1_000 });
});

it('updates nothing from files that have a header alone', async () => {
  const accounts = csv(deposit).slice(0, 1);
  const loans = csv(loan).slice(0, 1);
  const nothing = { problemCount: 0, updated: 0, unknown: [], leftOut: ['d1', 'l1', 'l2'] };
  const report = await update({ accounts, loans });
  expect({ ...report, leftOut: report.leftOut.toSorted((a, b) => a.localeCompare(b)) }).toMatchObject(nothing);
});

it('leaves no file open, also the one that it did not come to', async () => {
  const sources = { accounts: Readable.from(['nothing']), loans: Readable.from([csv(loan).join('\n')]) };
  const { destination } = scene;
  const options = { asOf: friday, maxChangedPercent: 100, maxLeftOutPercent: 100 };
  const institution = { ...destination.institution, timeZone };
  const report = await updateBooks({ ...destination, institution }, sources, options);
  expect(report.problemCount).toBeGreaterThan(0);
  expect([sources.accounts.destroyed, sources.loans.destroyed]).toEqual([true, true]);
});

it('refuses a file that makes an account one of another kind', async () => {
  const line = { ...deposit, account_number: 'l1', balance: '10', available_balance: '10' };
  expect(await update({ accounts: csv(line, deposit) })).toMatchObject({
    problems: [{ file: 'accounts', line: 2, column: 'type_code', reason: 'was 0 until now' }],
    updated: 0,
  });
  expect(await loanOn(friday)).toMatchObject({ principalCents: 100_000 });
});

it('takes no charge-off from a file, since the books would not have it, and no figures that are impossible', async () => {
  const given = { ...loan, charged_off_on: '2026-11-01', charged_off_amount: '1002' };
  const impossible = { ...second, credit_limit: '5', interest_accrued_through: '2026-01-01' };
  const report = await update({ loans: csv(given, impossible) });
  expect(report.problems.map(({ file, line, column, reason }) => `${file} ${line} ${column} ${reason}`)).toEqual([
    'loans 2 charged_off_on is taken over with a new loan only; leave it empty, and stop its payments with a hold code',
    'loans 3 credit_limit applies only to lines of credit',
    'loans 3 interest_accrued_through is before the account was opened, 2026-01-02',
  ]);
});
