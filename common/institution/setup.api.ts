import { z } from 'zod';
import type { PublicOptions } from '#common/contract/all-options.ts';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';

const optionValue = z.union([z.boolean(), z.number(), z.string(), z.array(z.string()).readonly(), z.null()]);

/** The server checks each value against its definition at start-up, so the type names every option. */
const sharedSettings = z.record(z.string(), optionValue) as unknown as z.ZodType<
  PublicOptions & Readonly<Record<`agreements.${string}`, string>>
>;

export const setupApi = defineApi({
  'GET /api/setup/ApplicationOptions': {
    access: 'public',
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
  'GET /api/MaintenanceMode': {
    access: 'public',
    summary: 'Whether the portal is closed for maintenance',
    answers: { 200: z.strictObject({ isEnabled: z.boolean() }) },
  },
});
