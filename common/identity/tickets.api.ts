import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { ticketActions } from './ticket-actions.ts';

export const ticketsApi = defineApi({
  'GET /api/PassableToken/GetPassableToken': {
    access: 'session',
    summary: 'A ticket for an address that opens in a new tab: 60 seconds, one use, one action, one object',
    query: z.strictObject({
      /** Without one: the only action that needs no object. */
      action: z.enum(ticketActions).default('applyForLoan'),
      /** What the address is about, such as a document; empty for actions without an object. */
      object: z.string().max(64).default(''),
    }),
    answers: { 200: z.strictObject({ PassableToken: z.string() }) },
  },
});
