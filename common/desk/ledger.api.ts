import { z } from 'zod';
import { defineDeskApi, deskFile } from './desk-contract.ts';
import { yearEndForms } from './desk-lists.ts';

export const ledgerApi = defineDeskApi({
  'GET /api/desk/ledger': {
    may: 'exportLedger',
    summary: 'Whether the general ledger is kept here, and the years there are',
    answer: z.strictObject({ isOurs: z.boolean(), today: z.string() }),
  },
  'POST /api/desk/ledger/export': {
    may: 'exportLedger',
    summary: 'The general ledger as CSV, by day of posting and account, balanced',
    records: 'desk-ledger-exported',
    body: z.strictObject({ from: z.iso.date(), through: z.iso.date() }),
    answer: deskFile,
  },
  'POST /api/desk/year-end/export': {
    may: 'exportLedger',
    confirmed: true,
    summary: 'The figures of a year for Forms 1098 or 1099-INT as CSV; it names customers',
    records: 'desk-year-end-exported',
    body: z.strictObject({ year: z.number().int().min(2000).max(2200), form: z.enum(yearEndForms) }),
    answer: deskFile,
  },
});
