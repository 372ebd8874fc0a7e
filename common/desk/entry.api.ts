import { z } from 'zod';
import { attestedPasskey, creationOptions, passkeyAssertion, requestOptions } from '#common/identity/passkeys.api.ts';
import { defineDeskApi, deskRedirection, done } from './desk-contract.ts';
import { deskRoles } from './permissions.ts';

const deskSession = z.strictObject({
  staffId: z.number(),
  name: z.string(),
  emailAddress: z.string(),
  role: z.enum(deskRoles),
  permissions: z.array(z.string()),
  institution: z.string(),
  today: z.string(),
  timeZone: z.string(),
});

const invitationToken = z.string().min(20).max(100);
const isSecret = { exempt: 'the secret of an invitation' };
const isNewKey = { exempt: 'a passkey that the browser has just made' };
const isSigned = { exempt: 'proved by the signature of the passkey' };

export const entryApi = defineDeskApi({
  'GET /api/desk/entry': {
    may: 'everyone',
    summary: 'How staff sign in here',
    answer: z.strictObject({
      institution: z.string(),
      identityProvider: z.boolean(),
      /** Fictional staff that anyone may enter as; only in the demonstration. */
      demonstration: z.array(
        z.strictObject({ emailAddress: z.string(), name: z.string(), role: z.enum(deskRoles), shows: z.string() }),
      ),
    }),
  },
  'GET /api/desk/session': { may: 'staff', summary: 'Who is signed in', answer: deskSession },
  'POST /api/desk/entry/begin-passkey': {
    may: 'everyone',
    summary: 'A passkey challenge, valid once in this browser',
    records: { exempt: 'changes nothing' },
    body: z.strictObject({}),
    answer: requestOptions,
  },
  'POST /api/desk/entry/passkey': {
    may: 'everyone',
    summary: 'Signs in with a passkey',
    objects: { 'body.Id': isSigned, 'body.UserHandle': isSigned },
    records: 'desk-signed-in',
    body: passkeyAssertion,
    answer: done,
  },
  'POST /api/desk/entry/begin-enrollment': {
    may: 'everyone',
    summary: 'Opens an invitation; returns the options for creating a passkey',
    objects: { 'body.token': isSecret },
    records: { exempt: 'changes nothing' },
    body: z.strictObject({ token: invitationToken }),
    answer: z.strictObject({ emailAddress: z.string(), role: z.enum(deskRoles), options: creationOptions }),
  },
  'POST /api/desk/entry/enroll': {
    may: 'everyone',
    summary: 'Adds the first passkey of an invited person and signs in',
    objects: { 'body.token': isSecret, 'body.passkey.Id': isNewKey },
    records: 'desk-passkey-added',
    body: z.strictObject({ token: invitationToken, passkey: attestedPasskey }),
    maxBodyBytes: 32 * 1024,
    answer: done,
  },
  'POST /api/desk/entry/demonstration': {
    may: 'everyone',
    summary: 'Enters as one of the fictional staff; only in the demonstration',
    records: 'desk-signed-in',
    body: z.strictObject({ emailAddress: z.email().max(254) }),
    answer: done,
  },
  'GET /api/desk/entry/provider': {
    may: 'everyone',
    summary: "Opens the institution's identity provider",
    query: z.strictObject({ confirm: z.literal('yes').optional() }),
    answer: deskRedirection,
  },
  'GET /api/desk/entry/provider-return': {
    may: 'everyone',
    summary: 'Comes back from the identity provider and signs in, or confirms who is signed in',
    records: 'desk-signed-in',
    recordsLate: { exempt: 'someone who lost the role loses access although the sign-in is refused; it has an entry' },
    query: z.looseObject({ code: z.string().max(2_000).optional(), state: z.string().max(200).optional() }),
    answer: deskRedirection,
  },
  'POST /api/desk/begin-confirmation': {
    may: 'staff',
    summary: 'How the signed-in person proves once more who they are, before something dangerous',
    records: { exempt: 'changes nothing' },
    body: z.strictObject({}),
    answer: z.strictObject({
      by: z.enum(['passkey', 'provider', 'demonstration']),
      options: requestOptions.nullable(),
    }),
  },
  'POST /api/desk/confirm': {
    may: 'staff',
    summary: 'Proves once more who is signed in, with the passkey',
    objects: { 'body.passkey.Id': isSigned, 'body.passkey.UserHandle': isSigned },
    records: 'desk-confirmed',
    body: z.strictObject({ passkey: passkeyAssertion.nullable() }),
    answer: done,
  },
  'POST /api/desk/sign-out': {
    may: 'staff',
    summary: 'Ends the session',
    records: 'desk-signed-out',
    body: z.strictObject({}),
    answer: done,
  },
});
