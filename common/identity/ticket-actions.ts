/** The uses of a ticket in an address; see `server/identity/tickets`. */
export const ticketActions = [
  'applyForLoan',
  'achDraftPreview',
  'achDraft',
  'viewStatement',
  'findStatementUrl',
  'viewDocument',
  'viewAttachment',
  'viewReceipt',
] as const;

/** Their tickets come from separate calls that also define the file's content. */
type DownloadAction = 'downloadHistory' | 'downloadPayoffQuote';

export type TicketAction = (typeof ticketActions)[number] | DownloadAction;
