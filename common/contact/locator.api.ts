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

/** More would not fit on the map and its margin. */
export const MAX_TOWNS = 120;

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
  'GET /api/Towns': {
    access: 'public',
    whileViewing: true,
    gate: isOffered,
    summary: 'The largest towns of a part of the map, largest first, to name them on it',
    query: z.strictObject({
      North: z.coerce.number().min(-90).max(90),
      South: z.coerce.number().min(-90).max(90),
      East: z.coerce.number().min(-180).max(180),
      West: z.coerce.number().min(-180).max(180),
    }),
    answers: {
      200: z.array(z.strictObject({ City: z.string(), Latitude: z.number(), Longitude: z.number() })).max(MAX_TOWNS),
    },
  },
});
