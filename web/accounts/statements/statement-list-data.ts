import { queryOptions } from '@tanstack/react-query';
import type { StatementFormat } from '#common/accounts/statements.api.ts';
import { type ListedStatement, statementFromWire, statementToWire } from '#common/accounts/statements.wire.ts';
import { call, type CallResult } from '#web/data/client.ts';
import { refreshAccounts } from '#web/data/queries.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';
import { statementFormatQuery } from './statement-data.ts';

/** Cached per account and year (M 7). */
export const statementListQuery = (accountNumber: string, year: number) =>
  queryOptions({
    queryKey: ['accounts', 'statements', accountNumber, year],
    queryFn: async ({ signal }) =>
      bodyOf(
        await call('GET /api/accountEStatements/GetStatementList', {
          query: { AccountNumber: accountNumber, Year: year },
          signal,
        }),
      ).StatementList.map(statementFromWire),
  });

/**
 * Saves how statements are sent.
 * @param agreements the terms accepted with it, by number
 */
export async function saveStatementFormat(
  accountNumber: string,
  format: StatementFormat,
  agreements: readonly number[],
): Promise<CallResult<unknown>> {
  const result = await call('POST /api/AccountEStatements/SetStatementFormat', {
    body: { AccountNumber: accountNumber, AccountType: 0, Format: format, Agreements: [...agreements] },
  });
  if (result.kind === 'unreachable') return result;
  await queryClient.invalidateQueries(statementFormatQuery(accountNumber));
  if (result.kind === 'answer') await refreshAccounts();
  return result;
}

async function takeTicket(action: 'viewStatement' | 'findStatementUrl', object: string): Promise<string | null> {
  const result = await call('GET /api/PassableToken/GetPassableToken', { query: { action, object } });
  return result.kind === 'answer' ? result.body.PassableToken : null;
}

export async function statementAddress(statement: ListedStatement): Promise<string | null> {
  const ticket = await takeTicket('viewStatement', statement.statementId);
  if (ticket === null) return null;
  const { Date, Number, Start, End, Type, Id } = statementToWire(statement);
  const query = new URLSearchParams({ Date, Number, Start, End, Type, Id, UserToken: ticket });
  return `/api/AccountEstatements/ViewStatement?${query.toString()}`;
}

export async function externalStatementAddress(statement: ListedStatement): Promise<string | null> {
  const ticket = await takeTicket('findStatementUrl', statement.statementId);
  if (ticket === null) return null;
  const { Date, Number, Type, Id } = statementToWire(statement);
  const result = await call('GET /api/AccountEstatements/GetAmsiveStatementUrl', {
    query: { UserToken: ticket, Date, Number, Type, Id },
  });
  return result.kind === 'answer' ? result.body.StatementUrl : null;
}
