import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';

/** One more proof of who uses a session, before changes that a stranger would want to make. */
export const confirmationApi = defineApi({
  'GET /api/Confirmation': {
    access: 'session',
    summary: 'How this customer confirms who they are',
    answers: {
      200: envelope.extend({
        /** `signInAgain`: there is no password here, and no address that a code could be sent to. */
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
