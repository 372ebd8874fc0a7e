import { z } from 'zod';
import { defineDeskApi } from './desk-contract.ts';
import { deskFile } from './desk-files.ts';
import { yearEndForms } from './desk-lists.ts';

const cents = z.number().int();

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
  'GET /api/desk/ledger/trial-balance': {
    may: 'exportLedger',
    summary: 'Every account of the general ledger on a day that is over, balanced',
    query: z.strictObject({ on: z.iso.date() }),
    answer: z.strictObject({
      lines: z.array(
        z.strictObject({
          ledgerCode: z.number(),
          name: z.string(),
          /** Debits are positive, credits negative; so is that of the closing. */
          openingCents: cents,
          debitCents: cents,
          creditCents: cents,
          closingCents: cents,
        }),
      ),
      movedCents: cents,
      openingCents: cents,
      closingCents: cents,
    }),
  },
  'POST /api/desk/ledger/trial-balance': {
    may: 'exportLedger',
    summary: 'Every account of the general ledger on a day that is over, as CSV',
    records: 'desk-trial-balance-exported',
    body: z.strictObject({ on: z.iso.date() }),
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
