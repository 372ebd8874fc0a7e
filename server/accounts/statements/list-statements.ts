import type { ListedStatement } from '#common/accounts/statements.wire.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { type DocumentPeriod, documentsOfYear, statementId } from './statement-periods.ts';

/** Statements list the same transactions as the history, so a blocked history blocks them too (M 6). */
type Withheld = 'HistoryBlocked';

/** Lists a year's statements (M 3). */
export async function listStatements(
  services: Services,
  session: Pick<Session, 'customerId'>,
  accountNumber: string,
  year: number,
): Promise<Result<ListedStatement[], Withheld>> {
  const documents = await listDocuments(services, session, accountNumber, year);
  if (!documents.ok) return documents;
  return success(
    documents.value.map(({ type, period, from, through }) => ({
      statementId: statementId(accountNumber, period),
      accountNumber,
      type,
      from,
      through,
      // Outside services have only statements.
      shownBy: type === 'Statement' ? shownBy[services.institution.options['estatementOptions.provider']] : 'us',
    })),
  );
}

const shownBy = { direct: 'us', amsive: 'amsive', archive: 'archive' } as const;

/** Empty for accounts other than loans and lines of credit. */
export async function listDocuments(
  { host, clock, institution }: Services,
  { customerId }: Pick<Session, 'customerId'>,
  accountNumber: string,
  year: number,
): Promise<Result<DocumentPeriod[], Withheld>> {
  const account = await host.findStatementAccount(customerId, accountNumber);
  if (!account) return success([]);
  if (account.historyBlocked) return failure('HistoryBlocked');
  return success(documentsOfYear(account, year, clock.today(), institution.timeZone));
}
