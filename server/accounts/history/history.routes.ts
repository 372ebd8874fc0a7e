import { failed, noErrors } from '#common/contract/answers.ts';
import { HISTORY_ENTRIES_AT_ONCE, type historyApi } from '#common/accounts/history.api.ts';
import { addDays } from '#common/core/dates.ts';
import { shownAccountNumber } from '#common/accounts/rules/account.ts';
import { forbidden, type Handlers, ok, type Session } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { createTicket } from '#server/identity/tickets/tickets.ts';
import type { Services } from '#server/services.ts';
import { historyInWords } from '../entry-words.ts';
import { historyAsCsv } from './history-csv.ts';
import { readAllEntries } from './history-pages.ts';
import { historyAsPdf } from './history-pdf.ts';
import { z } from 'zod';

const download = z.strictObject({
  accountNumber: z.string(),
  days: z.number().int(),
  format: z.enum(['csv', 'pdf']),
});

type HistoryDownload = z.infer<typeof download>;

export const historyHandlers: Handlers<typeof historyApi> = {
  'GET /api/AccountHistory': async ({ query, session, services }) => {
    const { accountNumber, days, limit, cursor, sort, direction } = query;
    if (await isBlocked(services, session, accountNumber)) return ok({ ...failed('HistoryBlocked'), List: [] });
    const atOnce = limit ?? HISTORY_ENTRIES_AT_ONCE;
    const entries = await services.host.listHistory(session.customerId, accountNumber, {
      since: addDays(services.clock.today(), -days),
      // The extra entry shows whether there is a next page.
      limit: atOnce + 1,
      before: cursor ?? null,
      sorting: sort ? { column: sort, direction: direction ?? 'ascending' } : null,
    });
    const page = entries.slice(0, atOnce);
    const next = entries.length > atOnce ? (page.at(-1)?.entryId ?? null) : null;
    const List = historyInWords(page, services.institution);
    return ok({ ...noErrors, List, ...(limit === undefined ? {} : { NextCursor: next }) });
  },

  'POST /api/AccountHistory/RetrieveDownloadToken': async ({ body, session, services }) => {
    if (await isBlocked(services, session, body.AccountNumber)) return forbidden(failed('HistoryBlocked'));
    const object = downloadToTicket({
      accountNumber: body.AccountNumber,
      days: body.DaysOfHistory,
      format: body.DownloadType === 0 ? 'csv' : 'pdf',
    });
    const purpose = { action: 'downloadHistory', object } as const;
    return ok(await createTicket(services.database, session.sessionId, purpose, services.clock.now()));
  },

  'GET /api/AccountHistory/DownloadAccountHistory': async ({ session, ticketObject, services }) => {
    const { accountNumber, days, format } = downloadFromTicket(ticketObject);
    const { host, institution, clock } = services;
    // The account may have been hidden or blocked since the ticket was issued.
    const owns = await host.ownsAccount(session.customerId, accountNumber);
    if (!owns || (await isBlocked(services, session, accountNumber))) throw new Refusal(404, 'NotFound');
    const moment = clock.moment();
    const since = addDays(moment.today, -days);
    const entries = readAllEntries(host, { customerId: session.customerId, accountNumber, since });
    const hidesCheckDigit = institution.options['globalOptions.removeCheckDigitFromAccountNumber'];
    const shownNumber = shownAccountNumber(accountNumber, hidesCheckDigit);
    const fileName = `history-${shownNumber}.${format}`;
    return format === 'csv'
      ? ok({
          contentType: 'text/csv; charset=utf-8',
          fileName,
          disposition: 'attachment',
          content: historyAsCsv(entries, institution),
        })
      : ok({
          contentType: 'application/pdf',
          fileName,
          disposition: 'inline',
          content: await historyAsPdf(entries, { institution, shownNumber, since, moment }),
        });
  },
};

/** The history of an account that is not a loan is never blocked. */
async function isBlocked({ host, clock }: Services, session: Session, accountNumber: string): Promise<boolean> {
  const loan = await host.findLoan(session.customerId, accountNumber, clock.today());
  return loan?.historyBlocked === true;
}

function downloadToTicket(wanted: HistoryDownload): string {
  return JSON.stringify(wanted);
}

/** Throws if the ticket is for something else, which its action rules out. */
function downloadFromTicket(ticketObject: string): HistoryDownload {
  return download.parse(JSON.parse(ticketObject));
}
