import type { StatementItem } from '#common/accounts/statements.api.ts';
import type { SignedInCaller } from './test-app.ts';

export async function listStatements(
  caller: SignedInCaller,
  AccountNumber: string,
  Year: number,
): Promise<StatementItem[]> {
  const query = new URLSearchParams({ AccountNumber, Year: String(Year) });
  const answer = await caller.call({
    method: 'GET',
    url: `/api/accountEStatements/GetStatementList?${query.toString()}`,
  });
  return answer.json<{ StatementList: StatementItem[] }>().StatementList;
}

export async function ticketFor(caller: SignedInCaller, object: string, action = 'viewStatement'): Promise<string> {
  const query = new URLSearchParams({ action, object });
  const answer = await caller.call({ method: 'GET', url: `/api/PassableToken/GetPassableToken?${query.toString()}` });
  return answer.json<{ PassableToken: string }>().PassableToken;
}
