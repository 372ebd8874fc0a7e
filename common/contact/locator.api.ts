import { z } from 'zod';
import { ZIP_LENGTH } from './rules/branches.ts';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';

const branch = z.strictObject({
  BranchName: z.string(),
  StreetAddress: z.string(),
  City: z.string(),
  State: z.string(),
  Zip: z.string(),
  PhoneNumber: z.string(),
  /** 0 means no fixed place. */
  Latitude: z.number(),
  Longitude: z.number(),
});

export type BranchItem = z.infer<typeof branch>;

const isOffered = { switch: 'globalOptions.useBranchLocatorOption', is: true } as const;

export const locatorApi = defineApi({
  'GET /api/branchInfo': {
    access: 'public',
    whileViewing: true,
    gate: isOffered,
    summary: 'The branches of the institution',
    answers: { 200: z.array(branch).max(5_000) },
  },
  'GET /api/Geocode': {
    access: 'public',
    whileViewing: true,
    gate: isOffered,
    summary: 'The position of a zip code; without errors only if the code exists',
    query: z.strictObject({ zip: z.string().length(ZIP_LENGTH) }),
    answers: { 200: z.union([z.strictObject({ Latitude: z.number(), Longitude: z.number() }), envelope]) },
  },
});
