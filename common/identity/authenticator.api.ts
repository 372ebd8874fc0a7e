import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { signInIsOurs } from '#common/contract/gates.ts';

const gate = [{ switch: 'loginOptions.useAuthenticatorOption', is: true }, signInIsOurs] as const;
const confirmed = z.strictObject({ Password: z.string().min(1).max(256) });
const recoveryCodes = envelope.extend({
  /** Shown once; only hashes are stored. */
  RecoveryCodes: z.array(z.string()),
});

export const authenticatorApi = defineApi({
  'GET /api/Authenticator': {
    access: 'session',
    whileViewing: true,
    summary: 'Whether an authenticator app is set up',
    gate,
    answers: {
      200: envelope.extend({
        IsOn: z.boolean(),
        Since: z.string().nullable(),
        RecoveryCodesLeft: z.number().int(),
      }),
    },
  },
  'POST /api/Authenticator/BeginSetup': {
    access: 'session',
    summary: 'Requires the password; returns a new key for an app, which takes effect after its first code',
    gate,
    body: confirmed,
    answers: {
      200: envelope.extend({
        /** In base32, for manual entry. */
        Key: z.string(),
        /** `otpauth://…`, for a QR code. */
        Address: z.string(),
      }),
      403: envelope,
    },
  },
  'POST /api/Authenticator/FinishSetup': {
    access: 'session',
    summary: 'Confirms the app begun in this session with its first code, which is required from then on',
    gate,
    body: z.strictObject({ Code: z.string().min(1).max(32) }),
    answers: { 200: recoveryCodes, 403: envelope },
  },
  'POST /api/Authenticator/NewRecoveryCodes': {
    access: 'session',
    summary: 'Requires the password; returns new recovery codes and invalidates the old ones',
    gate,
    body: confirmed,
    answers: { 200: recoveryCodes, 403: envelope },
  },
  'POST /api/Authenticator/Remove': {
    access: 'session',
    summary: 'Requires the password; turns the authenticator app off',
    gate,
    body: confirmed,
    answers: { 200: envelope, 403: envelope },
  },
});
