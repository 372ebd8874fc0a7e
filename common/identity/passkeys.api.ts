import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { signInIsOurs } from '#common/contract/gates.ts';
import { loginResponse } from './sign-in.api.ts';

/** Bytes in WebAuthn's encoding. */
const base64Url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);

/** A device's answer after creating a passkey; only the fields we check. */
export const attestedPasskey = z.strictObject({
  Id: base64Url(1_400),
  ClientDataJson: base64Url(4_000),
  AttestationObject: base64Url(10_000),
  Transports: z.array(z.string().max(32)).max(8),
});

export type AttestedPasskey = z.infer<typeof attestedPasskey>;

/** A device's answer to a challenge. */
export const passkeyAssertion = z.strictObject({
  Id: base64Url(1_400),
  ClientDataJson: base64Url(4_000),
  AuthenticatorData: base64Url(4_000),
  Signature: base64Url(2_000),
  UserHandle: base64Url(100),
});

export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

const descriptor = z.strictObject({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

/** WebAuthn's own names: browsers take it unchanged. */
export const creationOptions = z.strictObject({
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.strictObject({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

export type PasskeyCreationOptions = z.infer<typeof creationOptions>;

export const requestOptions = z.strictObject({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
});

export type PasskeyRequestOptions = z.infer<typeof requestOptions>;

export const passkeyGate = [{ switch: 'loginOptions.usePasskeysOption', is: true }, signInIsOurs] as const;
const password = z.string().min(1).max(256);
const passkeyName = z.string().trim().min(1).max(60);

export const passkeyLoginApi = defineApi({
  'POST /api/Login/BeginPasskeyLogin': {
    access: 'public',
    summary: 'A passkey challenge for signing in; valid once, in this browser',
    gate: passkeyGate,
    body: z.strictObject({}),
    answers: { 200: envelope.extend({ Options: requestOptions }), 403: envelope },
  },
  'POST /api/Login/PasskeyLogin': {
    access: 'public',
    summary: 'Signs in with a passkey, which counts as both factors',
    objects: {
      'body.Id': { exempt: 'proved by the signature of the passkey' },
      'body.UserHandle': { exempt: 'proved by the signature of the passkey' },
    },
    gate: passkeyGate,
    body: passkeyAssertion,
    answers: { 200: loginResponse, 403: envelope },
  },
});

export const passkeysApi = defineApi({
  'GET /api/Passkeys': {
    access: 'session',
    whileViewing: true,
    summary: "The customer's passkeys, oldest first",
    gate: passkeyGate,
    answers: {
      200: envelope.extend({
        Passkeys: z.array(
          z.strictObject({
            Id: z.number().int(),
            Name: z.string(),
            Created: z.string(),
            LastUsed: z.string().nullable(),
            /** Its counter went backward, so it can no longer sign in. */
            IsBlocked: z.boolean(),
          }),
        ),
      }),
    },
  },
  'POST /api/Passkeys/BeginEnrollment': {
    access: 'session',
    summary: 'Requires the password; returns the options for creating a passkey',
    gate: passkeyGate,
    body: z.strictObject({ Password: password }),
    answers: { 200: envelope.extend({ Options: creationOptions }), 403: envelope },
  },
  'POST /api/Passkeys/FinishEnrollment': {
    access: 'session',
    summary: "Adds the passkey a device created for this session's challenge",
    objects: {
      'body.Id': { exempt: 'a new passkey that the browser has just made' },
    },
    gate: passkeyGate,
    body: z.strictObject({ Name: passkeyName, ...attestedPasskey.shape }),
    answers: { 200: envelope, 403: envelope },
  },
  'POST /api/Passkeys/Remove': {
    access: 'session',
    summary: 'Requires the password; removes a passkey',
    objects: {
      'body.Id': 'passkey',
    },
    gate: passkeyGate,
    body: z.strictObject({ Id: z.number().int(), Password: password }),
    answers: { 200: envelope, 403: envelope },
  },
});
