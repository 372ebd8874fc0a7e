import { z } from 'zod';
import { defineApi, fileAnswer } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';

/** Amounts are in dollars. */
export const historyItem = z.strictObject({
  /** `YYYY-MM-DD` */
  TransactionDate: z.string(),
  /** `HH:MM:SS` in the institution's time zone. */
  TransactionTime: z.string(),
  TransactionDescription: z.string(),
  PrincipalAmount: z.number(),
  InterestAmount: z.number(),
  OtherAmount: z.number(),
  TotalPaymentAmount: z.number(),
  RunningPrincipalBalance: z.number(),
  /** The customer's bank returned this payment; the reversal is a separate entry. */
  IsReturned: z.boolean(),
  /** For payments made in this portal; leads to the receipt. */
  PaymentId: z.string().nullable(),
});

export type HistoryItem = z.infer<typeof historyItem>;

export const HISTORY_ENTRIES_AT_ONCE = 500;

const MAX_DAYS = 36_500;

export const historyColumns = [
  'date',
  'time',
  'description',
  'principal',
  'interest',
  'other',
  'total',
  'balance',
] as const;

export type HistoryColumn = (typeof historyColumns)[number];

const accountNumber = z.string().min(1).max(32);

export const historyApi = defineApi({
  'GET /api/AccountHistory': {
    access: 'session',
    whileViewing: true,
    summary: "An account's history for a number of days, newest first; page by page with `limit`",
    objects: { 'query.accountNumber': 'account' },
    query: z.strictObject({
      accountNumber,
      days: z.coerce.number().int().min(1).max(MAX_DAYS),
      downloadCSV: z.literal('false').optional(),
      /** Requests one page; the answer then says where the next one starts. */
      limit: z.coerce.number().int().min(1).max(HISTORY_ENTRIES_AT_ONCE).optional(),
      /** `NextCursor` of the previous page, with the same days and order. */
      cursor: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
      sort: z.enum(historyColumns).optional(),
      direction: z.enum(['ascending', 'descending']).optional(),
    }),
    answers: {
      200: z.strictObject({
        ...envelope.shape,
        List: z.array(historyItem).max(HISTORY_ENTRIES_AT_ONCE),
        /** Only with `limit`; null on the last page. */
        NextCursor: z.string().nullable().optional(),
      }),
    },
  },
  'POST /api/AccountHistory/RetrieveDownloadToken': {
    access: 'session',
    summary: 'A ticket for downloading the history',
    objects: { 'body.AccountNumber': 'account' },
    body: z.strictObject({
      AccountNumber: accountNumber,
      DaysOfHistory: z.number().int().min(1).max(MAX_DAYS),
      /** 0 is CSV, 1 is PDF (M 9). */
      DownloadType: z.union([z.literal(0), z.literal(1)]),
    }),
    contentType: 'text/plain; charset=utf-8',
    answers: { 200: z.string(), 403: envelope },
  },
  'GET /api/AccountHistory/DownloadAccountHistory': {
    access: 'ticket',
    summary: 'The history as a file, as specified by its ticket',
    ticket: { action: 'downloadHistory', parameter: 'token', object: 'ticket' },
    query: z.strictObject({ token: z.string().min(1).max(128) }),
    answers: { 200: fileAnswer },
  },
});
