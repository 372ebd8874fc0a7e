import { z } from 'zod';
import type { PublicOptions } from '#common/contract/all-options.ts';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { IDEMPOTENCY_KEY } from '#common/contract/idempotency-header.ts';

/**
 * `NotReceived`: the caller has sent nothing with the key. `Unknown`: it was received, and the process that worked on it
 * died.
 */
const requestOutcomes = ['NotReceived', 'InProgress', 'Made', 'Refused', 'Unknown'] as const;

export type RequestOutcome = (typeof requestOutcomes)[number];

const optionValue = z.union([z.boolean(), z.number(), z.string(), z.array(z.string()).readonly(), z.null()]);

/** The server checks each value against its definition at start-up, so the type names every option. */
const sharedSettings = z.record(z.string(), optionValue) as unknown as z.ZodType<
  PublicOptions & Readonly<Record<`agreements.${string}`, string>>
>;

export const setupApi = defineApi({
  'GET /api/setup/ApplicationOptions': {
    access: 'public',
    whileViewing: true,
    summary: 'Texts, switches and options of the institution, loaded at start-up',
    compressesOnce: true,
    answers: {
      200: z.strictObject({
        gassySettings: z.strictObject({
          /** Options keyed `group.name`, including the agreements as setup texts. */
          shared: sharedSettings,
          /** Texts, keyed `group.name`; null hides a label. */
          english: z.record(z.string(), z.string().nullable()),
        }),
        /** Names without a group, e.g. PasswordMinimumLength or cdnFolder. */
        institutionOptions: z.record(z.string(), optionValue),
      }),
    },
  },
  'POST /api/ClientError': {
    access: 'public',
    summary: 'Records a browser error',
    body: z.strictObject({
      Message: z.string().max(2_000),
      Stack: z.string().max(6_000),
      UserAgent: z.string().max(500),
    }),
    answers: { 200: envelope },
  },
  'GET /api/Request/GetOutcome': {
    access: 'public',
    summary: 'What became of a keyed call other than a payment, by its idempotency key',
    objects: {
      'query.key': { exempt: 'looked up among the requests of the caller; a visitor’s key is a secret' },
    },
    query: z.strictObject({ key: z.string().regex(IDEMPOTENCY_KEY) }),
    answers: { 200: z.strictObject({ Outcome: z.enum(requestOutcomes) }) },
  },
  'GET /api/MaintenanceMode': {
    access: 'public',
    whileViewing: true,
    summary: 'Whether the portal is closed for maintenance',
    answers: { 200: z.strictObject({ isEnabled: z.boolean() }) },
  },
});
