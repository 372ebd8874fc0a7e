import type { StatementItem } from '#common/accounts/statements.api.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { type DocumentPeriod, documentsOfYear, statementId } from './statement-periods.ts';

/** Statements list the same transactions as the history, so a blocked history blocks them too (M 6). */
type Withheld = 'HistoryBlocked';

/** Lists a year's statements in wire form (M 3). */
export async function listStatementItems(
  services: Services,
  session: Pick<Session, 'customerId'>,
  accountNumber: string,
  year: number,
): Promise<Result<StatementItem[], Withheld>> {
  const documents = await listDocuments(services, session, accountNumber, year);
  if (!documents.ok) return documents;
  return success(documents.value.map((document) => toWire(accountNumber, document, services.institution)));
}

const providerNumbers = { direct: 0, amsive: 1, archive: 3 } as const;

/** Interest summaries are always ours; outside services have only statements. */
function toWire(accountNumber: string, document: DocumentPeriod, { options }: Institution): StatementItem {
  return {
    Date: document.through,
    Number: accountNumber,
    Type: document.type,
    Id: statementId(accountNumber, document.period),
    Provider: document.type === 'Statement' ? providerNumbers[options['estatementOptions.provider']] : 0,
    Start: document.from,
    End: document.through,
  };
}

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
