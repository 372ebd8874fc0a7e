import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import type { OwnedAccount } from '#server/host/host-statements.ts';
import { designOf } from './statement-design.ts';
import { type DocumentFigures, statementFigures } from './statement-figures.ts';
import { type DocumentPeriod, momentsOf } from './statement-periods.ts';
import { findDocument, keepDocuments, type KeptDocument } from './statements.queries.ts';

/**
 * Returns a period's stored document; the first request creates and stores it.
 * @param period a finished period for which the account has a document
 */
export async function getDocument(
  services: Services,
  owned: OwnedAccount,
  period: DocumentPeriod,
): Promise<KeptDocument> {
  const known = await findDocument(services.database, owned.accountNumber, period.period);
  return known ?? makeDocument(services, owned, period);
}

async function makeDocument(services: Services, owned: OwnedAccount, period: DocumentPeriod): Promise<KeptDocument> {
  const { database, clock, institution } = services;
  const made: KeptDocument = {
    figures: await readFigures(services, owned, period),
    design: designOf(institution),
    madeAt: clock.now(),
  };
  await inTransaction(database, (transaction) =>
    keepDocuments(transaction, made.design, [{ ...made, accountNumber: owned.accountNumber, period: period.period }]),
  );
  const kept = await findDocument(database, owned.accountNumber, period.period);
  if (!kept) throw new Error(`The document ${period.period} of an account was not stored`);
  return kept;
}

async function readFigures(
  { host, institution }: Services,
  { customerId, accountNumber }: OwnedAccount,
  period: DocumentPeriod,
): Promise<DocumentFigures> {
  const { from, through, type } = period;
  if (type === 'InterestSummary') {
    const year = Number(period.period);
    const interest = await host.readInterestOfYear(customerId, accountNumber, year);
    if (!interest) throw new Error('The account of a summary was not found');
    return { ...interest, type, year, through };
  }
  const statement = await host.readStatement(customerId, accountNumber, momentsOf(period, institution.timeZone));
  if (!statement) throw new Error('The account of a statement was not found');
  return statementFigures(statement, from, through);
}
