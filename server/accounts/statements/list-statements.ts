import type { StatementItem } from '#common/accounts/statements.api.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { type DocumentPeriod, documentsOfYear, statementId } from './statement-periods.ts';

/** Statements list the transactions of the history: while that is kept from the web, so are they (M 6). */
type Withheld = 'HistoryBlocked';

/** The statements of a year as they travel (M 3). */
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

/** A summary of interest is always ours: outside services have statements only. */
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

/** Of a loan or line of credit; other accounts have none. */
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
