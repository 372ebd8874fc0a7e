import type { Readable } from 'node:stream';
import { depositUpdate } from '../opening-balance.ts';
import { writeBooks } from '../write-books.queries.ts';
import { accountColumns, accountProblems, depositFromLine, isLoanLine } from './account-lines.ts';
import { insertKeys } from './import.queries.ts';
import { allNamed } from '#server/platform/import/import-columns.ts';
import { readBatches } from './read-batches.ts';
import { lockAccounts, noteFiguresAsOf, selectLeftOut, updateAccounts, updateDeposits } from './update.queries.ts';
import { assertNotOlder, LEFT_OUT_SHOWN, type UpdateRun } from './update-run.ts';

/** Replaces descriptions, rates, hold codes and the balances of deposits. How statements are sent stays as chosen here. */
export async function updateAccountsFromFile(run: UpdateRun, source: Readable | undefined): Promise<void> {
  if (!source) return;
  const { transaction, findings, problems, asOf, clock } = run;
  const columns = allNamed(accountColumns(clock.today()), ['statement_preference']);
  const toRead = {
    file: 'accounts',
    columns,
    keyColumn: 'account_number',
    check: accountProblems,
    updates: true,
  } as const;
  for await (const batch of readBatches(run, toRead, source)) {
    await insertKeys(transaction, 'accounts', batch);
    const known = await lockAccounts(
      transaction,
      batch.map(({ key }) => key),
    );
    const lines = batch.flatMap(({ key, line, values }) => {
      const account = known.get(key);
      if (!account) findings.addUnknown(key);
      if (!account || !values) return [];
      assertNotOlder(account.account_number, account.figures_as_of, asOf);
      assertNotOlder(account.account_number, account.described_as_of, asOf);
      if (account.charged_off_on !== null) {
        findings.addChargedOff(account.account_number);
        return [];
      }
      if (values.type_code === account.type_code) return [{ account, values }];
      problems.add({ file: 'accounts', line, column: 'type_code', reason: `was ${account.type_code} until now` });
      return [];
    });
    if (problems.total > 0 || lines.length === 0) continue;
    const deposits = lines
      .filter(({ values }) => !isLoanLine(values))
      .map(({ account, values }) => ({ account, after: depositFromLine(values, account.account_id) }));
    for (const { account } of lines) findings.addUpdated(account.account_number);
    for (const { account, after } of deposits) {
      const figure = { beforeCents: account.balance_cents, afterCents: after.balance_cents };
      findings.compare(account.account_number, [{ figure: 'balance', ...figure }]);
    }
    await updateAccounts(
      transaction,
      lines.map(({ account, values }) => ({
        account_id: account.account_id,
        description: values.description,
        hold_code: values.hold_code,
        status: values.status,
        rate_ppm: values.rate,
        name_on_account: values.name_on_account,
      })),
      asOf,
    );
    await updateDeposits(
      transaction,
      deposits.map(({ after }) => after),
    );
    await writeBooks(transaction, {
      transfers: deposits.flatMap(({ account, after }) =>
        depositUpdate(account.account_id, account.balance_cents, after.balance_cents, {
          on: asOf,
          at: clock.now(),
        }),
      ),
    });
    // Those of a loan come from its own file.
    await noteFiguresAsOf(
      transaction,
      deposits.map(({ account }) => account.account_id),
      asOf,
    );
  }
  findings.addLeftOut(await selectLeftOut(transaction, 'accounts', LEFT_OUT_SHOWN));
}
