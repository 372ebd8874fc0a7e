import { z } from 'zod';
import { IDEMPOTENCY_KEY } from '#common/contract/idempotency-header.ts';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';

/** What the client chose as the idempotency key of a submission. */
export const submissionKey = z.string().regex(IDEMPOTENCY_KEY);

/**
 * `NotReceived`: no submission of this customer has the key; sending it again under
 * the same key is safe. `InProgress`: it was received and its outcome is not known yet.
 */
const submissionOutcomes = ['NotReceived', 'InProgress', 'Made', 'Refused'] as const;

const outcome = z.strictObject({
  ...envelope.shape,
  Outcome: z.enum(submissionOutcomes),
  /** Of one that was made. */
  ReferenceNumber: z.string().nullable(),
  /** Of one that was refused: the code that the submission was answered with (P 8). */
  RefusalCode: z.string().nullable(),
});

export type SubmissionOutcome = z.infer<typeof outcome>;

/** Beyond P 7: how a client whose answer was lost learns what became of its submission. */
export const submissionOutcomeApi = defineApi({
  'GET /api/Submission/GetOutcome': {
    access: 'session',
    summary: 'What became of a submission, by its idempotency key',
    objects: {
      'query.key': 'submission',
    },
    query: z.strictObject({ key: submissionKey }),
    answers: { 200: outcome },
  },
});
