import { z } from 'zod';
import { IDEMPOTENCY_KEY } from '#common/contract/idempotency-header.ts';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';

export const submissionKey = z.string().regex(IDEMPOTENCY_KEY);

/**
 * `NotReceived`: this customer has no submission with the key; resending with the same key is safe. `InProgress`:
 * received, outcome unknown; its number is the one it will have if it is made. `Pending`: accepted, and posted once the host is back. `Confirming`: the customer has to
 * confirm it at their bank first.
 */
const submissionOutcomes = ['NotReceived', 'InProgress', 'Pending', 'Confirming', 'Made', 'Refused'] as const;

const outcome = z.strictObject({
  ...envelope.shape,
  Outcome: z.enum(submissionOutcomes),
  ReferenceNumber: z.string().nullable(),
  /** If refused: the code of the submission's answer (P 8). */
  RefusalCode: z.string().nullable(),
  /** If it waits for the customer's confirmation: the page to show, and how long it waits from now. */
  Confirmation: z.strictObject({ Url: z.string(), MinutesLeft: z.number().int() }).nullable(),
});

export type SubmissionOutcome = z.infer<typeof outcome>;

/** Not in P 7: tells a client that lost the answer what became of its submission. */
export const submissionOutcomeApi = defineApi({
  'GET /api/Submission/GetOutcome': {
    access: 'session',
    summary: 'The outcome of a submission, by its idempotency key',
    objects: {
      'query.key': 'submission',
    },
    query: z.strictObject({ key: submissionKey }),
    answers: { 200: outcome },
  },
  'POST /api/Submission/EndConfirmation': {
    access: 'session',
    summary: 'After the page of a confirmation: asks the card processor what came of it, or gives it up; not in P 7',
    objects: {
      'body.Key': 'submission',
    },
    body: z.strictObject({ Key: submissionKey, GiveUp: z.boolean() }),
    answers: { 200: outcome },
  },
});
