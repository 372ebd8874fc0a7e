import { failed, noErrors } from '#common/contract/answers.ts';
import { statementToWire } from '#common/accounts/statements.wire.ts';
import type { statementsApi, StatementType } from '#common/accounts/statements.api.ts';
import { type Handlers, forbidden, ok, type Session } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Services } from '#server/services.ts';
import { drawDocument } from './draw-document.ts';
import { externalStatementUrl } from './external-url.ts';
import { getDocument } from './get-document.command.ts';
import { listDocuments, listStatements } from './list-statements.ts';
import { listNeeded, setStatementFormat } from './statement-format.command.ts';
import { type DocumentPeriod, statementId } from './statement-periods.ts';

export const statementsHandlers: Handlers<typeof statementsApi> = {
  'GET /api/AccountEStatements/GetStatementFormat': async ({ query, session, services }) => {
    const account = await services.host.findStatementAccount(session.customerId, query.AccountNumber);
    if (!account) throw new Refusal(404, 'NotFound');
    const isElectronic = account.format === 'Electronic';
    const needed = isElectronic ? [] : await listNeeded(services.database, services, session, query.AccountNumber);
    return ok({
      ...noErrors,
      Format: isElectronic ? 'ElectronicOnly' : 'PaperOnly',
      AgreementsNeeded: needed.map(({ hostNumber }) => hostNumber),
      Years: yearsOffered(services),
    });
  },

  'POST /api/AccountEStatements/SetStatementFormat': async ({ body, session, ipAddress, services }) => {
    const result = await setStatementFormat(services, {
      session,
      accountNumber: body.AccountNumber,
      format: body.Format,
      agreements: body.Agreements ?? [],
      ipAddress,
    });
    return result.ok ? ok(noErrors) : forbidden(failed(result.error));
  },

  'GET /api/accountEStatements/GetStatementList': async ({ query, session, services }) => {
    const { AccountNumber, Year } = query;
    const statements = await listStatements(services, session, AccountNumber, Year);
    return statements.ok
      ? ok({ ...noErrors, StatementList: statements.value.map(statementToWire) })
      : ok({ ...failed(statements.error), StatementList: [] });
  },

  'GET /api/AccountEstatements/GetAmsiveStatementUrl': async ({ query, session, services }) => {
    const document = await getListed(services, session, query);
    const reference = { number: query.Number, date: document.through, type: document.type, id: query.Id };
    const url = externalStatementUrl(services.institution, reference);
    return url === undefined ? forbidden(failed('Error')) : ok({ ...noErrors, StatementUrl: url });
  },

  'GET /api/AccountEstatements/ViewStatement': async ({ query, session, services }) => {
    const document = await getListed(services, session, query);
    const owned = { customerId: session.customerId, accountNumber: query.Number };
    return ok({
      contentType: 'application/pdf',
      fileName: `${document.type === 'Statement' ? 'statement' : 'interest'}-${query.Id}.pdf`,
      disposition: 'inline',
      content: await drawDocument(await getDocument(services, owned, document)),
    });
  },
};

/** This year and the years before (C-121). */
function yearsOffered({ clock, institution }: Services): number[] {
  const count = Math.max(1, institution.options['estatementOptions.yearsOffered'] ?? 1);
  const thisYear = Number(clock.today().slice(0, 4));
  return Array.from({ length: count }, (_, index) => thisYear - index);
}

/** The document that a reference names, every part of it; one that was never listed looks like one that does not exist. */
async function getListed(
  services: Services,
  session: Session,
  reference: { readonly Number: string; readonly Id: string; readonly Type: StatementType; readonly Date: string },
): Promise<DocumentPeriod> {
  const year = Number(/^\d{4}/.exec(reference.Date)?.[0] ?? 0);
  const documents = await listDocuments(services, session, reference.Number, year);
  // The history may have been blocked since the list was shown.
  const found = (documents.ok ? documents.value : []).find(
    ({ type, period, through }) =>
      type === reference.Type && through === reference.Date && statementId(reference.Number, period) === reference.Id,
  );
  if (!found) throw new Refusal(404, 'NotFound');
  return found;
}
