import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';
import { codeSent } from './code-sent.ts';
import { passkeyAssertion, passkeyGate, requestOptions } from './passkeys.api.ts';

/** Asks for one more proof before security-sensitive changes. */
export const confirmationApi = defineApi({
  'GET /api/Confirmation': {
    access: 'session',
    summary: 'How this customer confirms their identity',
    answers: {
      200: envelope.extend({
        /** `signInAgain`: the user has neither a password here nor an address for a code. */
        Way: z.enum(['password', 'mailedCode', 'signInAgain']),
        /** The other methods that the customer set up and may use instead. */
        AlsoBy: z.array(z.enum(['passkey', 'authenticatorCode'])),
      }),
    },
  },
  'POST /api/Confirmation/SendCode': {
    access: 'session',
    summary: 'Emails a code to the address on file, where single sign-on replaces passwords',
    gate: { switch: 'loginOptions.useSingleSignOnOption', is: true },
    answers: { 200: codeSent, 403: envelope },
  },
  'POST /api/Confirmation': {
    access: 'session',
    summary: 'Confirms with the password, the emailed code or an app code; valid in this session for ten minutes',
    body: z.strictObject({
      Password: z.string().max(256).default(''),
      Code: z.string().max(20).default(''),
      /** If given, it is checked instead of the others. */
      AuthenticatorCode: z.string().max(20).default(''),
    }),
    answers: { 200: envelope, 403: envelope },
  },
  'POST /api/Confirmation/BeginPasskey': {
    access: 'session',
    summary: "A passkey challenge to confirm this session's user; valid once",
    gate: passkeyGate,
    answers: { 200: envelope.extend({ Options: requestOptions }) },
  },
  'POST /api/Confirmation/Passkey': {
    access: 'session',
    summary: 'Confirms with a passkey of this customer; valid in this session for ten minutes',
    objects: {
      'body.Id': { exempt: 'proved by the signature of the passkey' },
      'body.UserHandle': { exempt: 'proved by the signature of the passkey' },
    },
    gate: passkeyGate,
    body: passkeyAssertion,
    answers: { 200: envelope, 403: envelope },
  },
});
