import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';

/** An application (M 3): amounts in dollars; `0001-01-01T00:00:00` means no date. */
const application = z.strictObject({
  ApplicationNumber: z.string(),
  Status: z.string(),
  /** Null if it states no readable amount. */
  AmountRequested: z.number().nullable(),
  /** Null if nothing has been approved yet. */
  AmountApproved: z.number().nullable(),
  LastModified: z.string(),
  Office: z.string(),
  FundsExpected: z.string(),
});

export type ApplicationItem = z.infer<typeof application>;

const days = z.coerce.number().int().min(1).max(3_650);

/** Stored as received: the loan origination system owns its content (C-064). */
const applicationBody = z.record(z.string().max(100), z.unknown());

export const applicationListApi = defineApi({
  'GET /api/Application/GetList': {
    access: 'session',
    whileViewing: true,
    summary: "The customer's applications that changed recently, newest first",
    query: z.strictObject({ numDaysToRetrieve: days }),
    answers: { 200: z.strictObject({ ...envelope.shape, Applications: z.array(application).max(100) }) },
  },
  'GET /api/Application': {
    access: 'session',
    whileViewing: true,
    summary: "One application; another customer's and an unknown one give the same answer",
    objects: {
      'query.applicationNumber': 'application',
    },
    query: z.strictObject({ numDaysToRetrieve: days, applicationNumber: z.string().min(1).max(32) }),
    answers: { 200: application },
  },
  'GET /api/Application/GetNewApplicationNotice': {
    access: 'session',
    summary: 'An application to announce after sign-in, each one once',
    answers: {
      200: z.strictObject({
        ...envelope.shape,
        Value: z.strictObject({ ApplicationNumber: z.string(), Url: z.string() }).nullable(),
      }),
    },
  },
  'POST /api/Register/Apply': {
    access: 'session',
    summary: 'Submits an application for a new account',
    body: applicationBody,
    openBody: true,
    answers: { 200: envelope },
  },
});
