import { z } from 'zod';
import { IDEMPOTENCY_KEY } from '#common/contract/idempotency-header.ts';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';

export const submissionKey = z.string().regex(IDEMPOTENCY_KEY);

/**
 * `NotReceived`: this customer has no submission with the key; resending with the same key is safe. `InProgress`:
 * received, outcome unknown. `Pending`: accepted, and posted once the host is back.
 */
const submissionOutcomes = ['NotReceived', 'InProgress', 'Pending', 'Made', 'Refused'] as const;

const outcome = z.strictObject({
  ...envelope.shape,
  Outcome: z.enum(submissionOutcomes),
  ReferenceNumber: z.string().nullable(),
  /** If refused: the code of the submission's answer (P 8). */
  RefusalCode: z.string().nullable(),
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
});
