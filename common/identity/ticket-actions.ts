/** What a customer asks a ticket for, to put it into an address; see `server/identity/tickets`. */
export const ticketActions = [
  'applyForLoan',
  'achDraftPreview',
  'achDraft',
  'viewStatement',
  'findStatementUrl',
  'viewDocument',
  'viewReceipt',
] as const;

/** Files whose ticket is made by a call of their own, which says what the file holds. */
type DownloadAction = 'downloadHistory' | 'downloadPayoffQuote';

export type TicketAction = (typeof ticketActions)[number] | DownloadAction;
