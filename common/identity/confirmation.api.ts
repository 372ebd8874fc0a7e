import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';

/** Asks for one more proof before security-sensitive changes. */
export const confirmationApi = defineApi({
  'GET /api/Confirmation': {
    access: 'session',
    summary: 'How this customer confirms who they are',
    answers: {
      200: envelope.extend({
        /** `signInAgain`: the user has neither a password here nor an address for a code. */
        Way: z.enum(['password', 'mailedCode', 'signInAgain']),
      }),
    },
  },
  'POST /api/Confirmation/SendCode': {
    access: 'session',
    summary: 'Mails a code to the address on file, where single sign-on keeps the passwords',
    gate: { switch: 'loginOptions.useSingleSignOnOption', is: true },
    answers: { 200: envelope, 403: envelope },
  },
  'POST /api/Confirmation': {
    access: 'session',
    summary: 'Takes the password, or the mailed code; it counts for this session for ten minutes',
    body: z.strictObject({ Password: z.string().max(256).default(''), Code: z.string().max(20).default('') }),
    answers: { 200: envelope, 403: envelope },
  },
});
