import { z } from 'zod';

const download = z.strictObject({
  accountNumber: z.string(),
  days: z.number().int(),
  format: z.enum(['csv', 'pdf']),
});

/** What a file of the history holds. */
export type HistoryDownload = z.infer<typeof download>;

/** As the object of a ticket. */
export function downloadToTicket(wanted: HistoryDownload): string {
  return JSON.stringify(wanted);
}

/** @throws when the ticket was made for something else, which its action rules out. */
export function downloadFromTicket(ticketObject: string): HistoryDownload {
  return download.parse(JSON.parse(ticketObject));
}
