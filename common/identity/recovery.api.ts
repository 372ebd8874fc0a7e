import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { signInIsOurs } from '#common/contract/gates.ts';

export const recoveryErrorCodes = ['BadQuestion', 'Invalid', 'RecoveryFailed', 'RecoveryMaxAttempts'] as const;

export type RecoveryErrorCode = (typeof recoveryErrorCodes)[number];

/** Fields hidden by the institution aren't sent. */
const identity = {
  EmailAddress: z.string().max(254).optional(),
  /** `MM/DD/YYYY` */
  DateOfBirth: z.string().max(10).optional(),
  ZipCode: z.string().max(10).optional(),
  ServicingBranch: z.string().max(10).optional(),
};

const identityBody = z.strictObject(identity);

export type IdentityBody = z.infer<typeof identityBody>;

/** The browser repeats these from the previous step (A 3); only the server's own record counts. */
const said = {
  LogonName: z.string().max(128),
  CredentialExpiration: z.number().int().nullable().optional(),
};

export const recoveryApi = defineApi({
  'POST /api/Recovery/GetSecretQuestion': {
    access: 'public',
    gate: signInIsOurs,
    summary: "Starts a recovery; the answer doesn't reveal whether the person is known",
    body: identityBody,
    answers: {
      200: envelope.extend({
        Credentials: z.strictObject({
          /** Empty if the institution doesn't use secret questions for recovery. */
          SecretQuestion: z.string(),
          /** Masked; the email has it in full. */
          LogonName: z.string(),
        }),
      }),
    },
  },
  'POST /api/Recovery/AnswerSecretQuestion': {
    access: 'public',
    gate: signInIsOurs,
    summary: 'Sends the password link for the right answer',
    body: z.strictObject({
      ...identity,
      ...said,
      SecretQuestion: z.string().max(256),
      SecretAnswer: z.string().max(256),
    }),
    answers: { 200: envelope.extend({ SuccessMessage: z.string() }) },
  },
  'POST /api/Recovery/GenerateNewPassword': {
    access: 'public',
    gate: signInIsOurs,
    summary: 'Sends the password link where the institution asks no question',
    body: z.strictObject({
      ...said,
      EmailAddress: identity.EmailAddress,
      ZipCode: identity.ZipCode,
      ServicingBranch: identity.ServicingBranch,
    }),
    answers: { 200: envelope },
  },
});
