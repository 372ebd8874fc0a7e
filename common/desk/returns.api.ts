import { z } from 'zod';
import { defineDeskApi, done, instant, reason } from './desk-contract.ts';

/** Some 20,000 returns; a bank sends a few. */
const MAX_FILE_LENGTH = 4_000_000;
const text = z.string().min(1).max(MAX_FILE_LENGTH);
const traceNumber = z.string().regex(/^\d{15}$/);
const isTrace = { exempt: 'of a bank file; corrections of banks are decided for all customers alike' } as const;

const taken = z.strictObject({
  /** Why the file can't be read; nothing is done then. */
  problem: z.string(),
  sha256: z.string(),
  /** Whether a second person has approved this file with this outcome. */
  approval: z.enum(['none', 'asked', 'approved']),
  notices: z.array(
    z.strictObject({
      code: z.string(),
      trace: z.string(),
      became: z.enum(['returned', 'changed', 'known', 'undecided', 'unmatched', 'failed']),
      reason: z.string(),
      effects: z.array(z.string()),
      payment: z
        .strictObject({ reference: z.string(), customerId: z.string(), paymentId: z.string(), totalCents: z.number() })
        .nullable(),
      /** Sent to a customer, if the notice is about one. */
      credit: z.strictObject({ reference: z.string(), amountCents: z.number() }).nullable(),
    }),
  ),
});

export const returnsApi = defineDeskApi({
  'POST /api/desk/returns/preview': {
    may: 'handleBankFiles',
    summary: 'Shows what a file of returns and notifications of change would do, by doing it and rolling it back',
    records: 'desk-returns-previewed',
    body: z.strictObject({ text }),
    maxBodyBytes: 2 * MAX_FILE_LENGTH,
    answer: taken,
  },
  'POST /api/desk/returns/ask': {
    may: 'handleBankFiles',
    confirmed: true,
    summary: 'Asks a second person to let exactly this file be taken',
    records: 'desk-returns-asked',
    body: z.strictObject({ text, reason }),
    maxBodyBytes: 2 * MAX_FILE_LENGTH,
    answer: done,
  },
  'POST /api/desk/returns/take': {
    may: 'handleBankFiles',
    confirmed: true,
    summary:
      'Takes a file of returns and notifications of change that a second person approved; again, it changes nothing',
    records: 'desk-returns-taken',
    body: z.strictObject({ text, reason }),
    maxBodyBytes: 2 * MAX_FILE_LENGTH,
    answer: taken,
  },
  'GET /api/desk/returns/approved': {
    may: 'seeDays',
    summary: 'Files of returns that a second person approved and that were not taken yet',
    answer: z.strictObject({
      files: z.array(
        z.strictObject({
          workItemId: z.number(),
          sha256: z.string(),
          askedBy: z.string(),
          approvedBy: z.string(),
          approvedAt: instant,
          /** Payments and bank credits that it would still take back. */
          entryCount: z.number(),
        }),
      ),
    }),
  },
  'POST /api/desk/returns/drop': {
    may: 'handleBankFiles',
    summary: 'Gives up the approval of a file of returns that was not taken',
    objects: { 'body.workItemId': 'workItem' },
    records: 'desk-returns-dropped',
    body: z.strictObject({ workItemId: z.number().int(), reason }),
    answer: done,
  },
  'GET /api/desk/corrections': {
    may: 'seeDays',
    summary: "Banks' corrections of account details that wait for a decision",
    answer: z.strictObject({
      waiting: z.array(
        z.strictObject({
          trace: z.string(),
          kind: z.enum(['draft', 'credit']),
          code: z.string(),
          /** Of the payment, or of the bank credit. */
          reference: z.string(),
          why: z.string(),
        }),
      ),
    }),
  },
  'POST /api/desk/corrections/show': {
    may: 'handleBankFiles',
    summary: "Shows a bank's correction as it was written; it holds account numbers",
    objects: { 'body.traceNumber': isTrace },
    records: 'desk-correction-shown',
    body: z.strictObject({ traceNumber, reason }),
    answer: z.strictObject({ corrections: z.array(z.strictObject({ code: z.string(), corrected: z.string() })) }),
  },
  'POST /api/desk/corrections/apply': {
    may: 'handleBankFiles',
    confirmed: true,
    summary:
      'Changes the account of saved methods, planned payments, and unsent drafts and credits to what the bank wrote; the customer is told',
    objects: { 'body.traceNumber': isTrace, 'body.accountNumber': { exempt: 'the new number, as typed' } },
    records: 'desk-correction-applied',
    body: z.strictObject({
      traceNumber,
      routingNumber: z
        .string()
        .regex(/^\d{9}$/)
        .optional(),
      accountNumber: z.string().min(1).max(17).optional(),
      accountType: z.enum(['Checking', 'Savings']).optional(),
      reason,
    }),
    answer: done,
  },
  'POST /api/desk/corrections/dismiss': {
    may: 'handleBankFiles',
    summary: "Leaves the account as it is in spite of a bank's correction",
    objects: { 'body.traceNumber': isTrace },
    records: 'desk-correction-dismissed',
    body: z.strictObject({ traceNumber, reason }),
    answer: done,
  },
});
