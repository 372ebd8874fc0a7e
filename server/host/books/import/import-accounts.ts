import type { Readable } from 'node:stream';
import { depositOpening } from '../opening-balance.ts';
import { reserveAccountIds, writeBooks } from '../write-books.queries.ts';
import {
  accountColumns,
  accountFromLine,
  type AccountLine,
  accountProblems,
  depositFromLine,
  isLoanLine,
  unlikelyNumber,
} from './account-lines.ts';
import type { ImportRun } from './import-run.ts';
import { type ImportedAccount, insertKeys, selectUnknownCustomers } from './import.queries.ts';
import { unlikelyOfAccount } from './loan-plausibility.ts';
import { readBatches } from './read-batches.ts';

export async function importAccounts(run: ImportRun, source: Readable | undefined): Promise<number> {
  if (!source) return 0;
  const { transaction, problems, unlikely, clock, lengths } = run;
  const columns = accountColumns(clock.today());
  const toRead = { file: 'accounts', columns, keyColumn: 'account_number', check: accountProblems } as const;
  let written = 0;
  for await (const batch of readBatches(run, toRead, source)) {
    const unknown = await selectUnknownCustomers(
      transaction,
      batch.flatMap(({ values }) => values?.customer_id ?? []),
    );
    for (const { line, values } of batch) {
      if (!values) continue;
      const findings = [...unlikelyOfAccount(values, clock.today()), ...unlikelyNumber(values, lengths)];
      for (const found of findings) unlikely.add({ file: 'accounts', line, ...found });
      if (!unknown.has(values.customer_id)) continue;
      problems.add({ file: 'accounts', line, column: 'customer_id', reason: 'is not a known customer' });
    }
    const accountIds = await reserveAccountIds(transaction, batch.length);
    const accounts = batch.map(({ key, line, values }, index) => ({
      key,
      line,
      values,
      accountId: accountIds[index] ?? 0,
    }));
    await insertKeys(
      transaction,
      'accounts',
      accounts.map(({ key, line, values, accountId }) => ({
        key,
        line,
        ...(values ? { account: importedAccount(values, accountId) } : {}),
      })),
    );
    if (problems.total > 0) continue;
    await writeAccounts(
      run,
      accounts.flatMap(({ values, accountId }) => (values ? [{ values, accountId }] : [])),
    );
    written += accounts.length;
  }
  return written;
}

function importedAccount(line: AccountLine, accountId: number): ImportedAccount {
  return {
    accountId,
    typeCode: line.type_code,
    rate: line.rate,
    openedOn: line.opened_on,
    holdCode: line.hold_code,
    status: line.status,
  };
}

async function writeAccounts(
  { transaction, clock }: ImportRun,
  lines: readonly { readonly values: AccountLine; readonly accountId: number }[],
): Promise<void> {
  const opening = { on: clock.today(), at: clock.now() };
  const deposits = lines.filter(({ values }) => !isLoanLine(values));
  await writeBooks(transaction, {
    accounts: lines.map(({ values, accountId }) => accountFromLine(values, accountId)),
    deposits: deposits.map(({ values, accountId }) => depositFromLine(values, accountId)),
    transfers: deposits.flatMap(({ values, accountId }) =>
      depositOpening(accountId, depositFromLine(values, accountId).balance_cents, opening),
    ),
  });
}
