import { z } from 'zod';
import { dayStepStates, dayStepNames } from './desk-lists.ts';
import { approvedDownload, defineDeskApi, done, instant, reason } from './desk-contract.ts';
import { deskFile } from './desk-files.ts';

const cents = z.number().int();
const businessOn = z.iso.date();
const reference = z.string().regex(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
const isReference = { exempt: 'a confirmation number; the day shows every payment, not one customer' } as const;

const day = z.strictObject({
  businessOn: z.string(),
  closedAt: instant.nullable(),
  lateCharges: z.number(),
  fileCents: cents.nullable(),
  fileEntries: z.number(),
  differences: z.number(),
  isAcknowledged: z.boolean(),
  problems: z.number(),
});

/** A payment that a sentence names, for a link. */
const namedPayment = z.strictObject({ reference: z.string(), customerId: z.string(), paymentId: z.string() });

const heldDraft = z.strictObject({
  reference: z.string(),
  customerId: z.string(),
  paymentId: z.string(),
  amountCents: cents,
  fileOn: z.string(),
  why: z.string(),
});

export const dayApi = defineDeskApi({
  'GET /api/desk/days': {
    may: 'seeDays',
    summary: 'Business days, newest first, and bank drafts on hold',
    answer: z.strictObject({ days: z.array(day), held: z.array(heldDraft) }),
  },
  'GET /api/desk/day': {
    may: 'seeDays',
    summary: 'A business day: its steps, what waits and why, its bank file, and what does not match',
    query: z.strictObject({ businessOn }),
    answer: z.strictObject({
      businessOn: z.string(),
      closedAt: instant.nullable(),
      steps: z.array(
        z.strictObject({
          step: z.enum(dayStepNames),
          state: z.enum(dayStepStates),
          detail: z.string(),
          since: instant.nullable(),
        }),
      ),
      notSubmitted: z.array(
        z.strictObject({ reference: z.string(), dueOn: z.string(), why: z.string(), payment: namedPayment.nullable() }),
      ),
      file: z
        .strictObject({
          effectiveOn: z.string(),
          entries: z.number(),
          debitCents: cents,
          credits: z.number(),
          creditCents: cents,
          sha256: z.string(),
          madeAt: instant,
          /** The bank rejected it, so its entries leave with another file. */
          refused: z.strictObject({ by: z.string(), reason: z.string(), at: instant }).nullable(),
          refusalAsked: z.boolean(),
          ...approvedDownload.shape,
        })
        .nullable(),
      comparison: z
        .strictObject({
          cards: z.strictObject({ booksCents: cents, processorCents: cents }),
          drafts: z.strictObject({ booksCents: cents, entriesCents: cents }),
          /** Null for days closed before bank files had credits. */
          credits: z.strictObject({ booksCents: cents, entriesCents: cents }).nullable(),
          unsettled: z.number(),
          differences: z.array(z.strictObject({ text: z.string(), payment: namedPayment.nullable() })),
          acknowledged: z.strictObject({ by: z.string(), reason: z.string(), at: instant }).nullable(),
        })
        .nullable(),
    }),
  },
  'GET /api/desk/day/file-summary': {
    may: 'seeDays',
    summary: 'The bank file of a day as a list to print, without account numbers',
    query: z.strictObject({ businessOn }),
    answer: z.strictObject({
      businessOn: z.string(),
      effectiveOn: z.string(),
      entries: z.number(),
      debitCents: cents,
      credits: z.number(),
      creditCents: cents,
      sha256: z.string(),
      madeAt: instant,
      batches: z.array(
        z.strictObject({
          kind: z.string(),
          totalCents: cents,
          entries: z.array(
            z.strictObject({ trace: z.string(), reference: z.string(), name: z.string(), amountCents: cents }),
          ),
        }),
      ),
    }),
  },
  'POST /api/desk/day/acknowledge': {
    may: 'correctPayments',
    confirmed: true,
    summary:
      'Explains the differences of a closed day, once, so they no longer raise an alarm; not by who acted on a payment that they name',
    records: 'desk-differences-acknowledged',
    body: z.strictObject({ businessOn, reason }),
    answer: done,
  },
  'GET /api/desk/day/refusal': {
    may: 'handleBankFiles',
    summary: 'What recording that the bank rejected a file would do',
    query: z.strictObject({ businessOn }),
    answer: z.strictObject({
      drafts: z.number(),
      debitCents: cents,
      held: z.number(),
      heldCents: cents,
      credits: z.number(),
      creditCents: cents,
      fileOn: z.string(),
      effectiveOn: z.string(),
      insteadOf: z.string(),
      obstacle: z.enum(['RefusedAlready', 'TooLate', 'BankAnswered', 'NotInFile']).nullable(),
    }),
  },
  'POST /api/desk/day/ask-refusal': {
    may: 'handleBankFiles',
    confirmed: true,
    summary:
      'Asks a second person to record that the bank rejected a file as a whole: its entries leave with the next one, but for the drafts that are put on hold, and customers are told',
    objects: { 'body.holding[]': isReference },
    records: 'desk-bank-file-refusal-asked',
    body: z.strictObject({ businessOn, holding: z.array(reference).max(100).readonly(), reason }),
    answer: done,
  },
  'POST /api/desk/day/ask-file': {
    may: 'handleBankFiles',
    summary: 'Asks a second person to let the caller download a bank file once',
    records: 'desk-bank-file-asked',
    body: z.strictObject({ businessOn, reason }),
    answer: done,
  },
  'POST /api/desk/day/file': {
    may: 'handleBankFiles',
    confirmed: true,
    summary: 'Downloads an approved bank file, once; it holds account numbers',
    records: 'desk-bank-file-downloaded',
    body: z.strictObject({ businessOn }),
    answer: deskFile,
  },
  'POST /api/desk/drafts/release': {
    may: 'handleBankFiles',
    summary: 'Sends a bank draft on hold with the next bank file',
    objects: { 'body.reference': isReference },
    records: 'desk-draft-released',
    body: z.strictObject({ reference, reason }),
    answer: done,
  },
  'POST /api/desk/drafts/cancel': {
    may: 'handleBankFiles',
    confirmed: true,
    summary: 'Cancels a bank draft on hold and reverses its payment; the customer is told',
    objects: { 'body.reference': isReference },
    records: 'desk-draft-cancelled',
    body: z.strictObject({ reference, reason }),
    answer: done,
  },
});
