import { z } from 'zod';
import { giveUpStates } from './desk-lists.ts';
import { defineDeskApi, instant } from './desk-contract.ts';

const tone = z.enum(['ok', 'warn', 'bad', 'plain']);

export const healthApi = defineDeskApi({
  'GET /api/desk/health': {
    may: 'seeHealth',
    summary: 'Jobs, queues, connections, certificates and keys, and the audit log; what needs a person first',
    answer: z.strictObject({
      /** Sentences, the worst first. */
      needs: z.array(z.strictObject({ tone: z.enum(['bad', 'warn']), text: z.string() })),
      connections: z.array(z.strictObject({ name: z.string(), tone, state: z.string() })),
      queues: z.array(z.strictObject({ name: z.string(), tone, state: z.string() })),
      /** Emails and texts that could not be sent, those refused for good first. */
      undelivered: z.array(
        z.strictObject({
          messageId: z.number(),
          channel: z.enum(['email', 'text']),
          /** The text key of its body; null for who may not see customers. */
          kind: z.string().nullable(),
          maskedRecipient: z.string(),
          /** Null if unknown, and for who may not see customers. */
          customerId: z.string().nullable(),
          at: instant,
          attempts: z.number(),
          refusedForGood: z.boolean(),
          /** Names the last failure in the log. */
          reference: z.string(),
          /** Null for who may not see customers: why it can't be given up says what kind it is. */
          giveUp: z.enum(giveUpStates).nullable(),
        }),
      ),
      jobs: z.array(
        z.strictObject({
          name: z.string(),
          tone,
          schedule: z.string(),
          lastRunAt: instant.nullable(),
          state: z.string(),
        }),
      ),
      certificates: z.array(z.strictObject({ name: z.string(), tone, state: z.string() })),
      keys: z.array(z.strictObject({ name: z.string(), tone, state: z.string() })),
      audit: z.strictObject({
        tone,
        state: z.string(),
        lastAnchorAt: instant.nullable(),
        /** The last complete verification of all entries. */
        verified: z.strictObject({ tone, state: z.string(), at: instant.nullable() }),
      }),
    }),
  },
  'POST /api/desk/health/verify-audit': {
    may: 'seeHealth',
    summary: 'Verifies every entry of the audit log and that the anchored ones are still there',
    records: 'desk-audit-verified',
    body: z.strictObject({}),
    answer: z.strictObject({
      problems: z.array(z.string()),
      /** Without anchors, entries that were removed are not found. */
      anchored: z.boolean(),
    }),
  },
});
