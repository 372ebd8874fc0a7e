import { z } from 'zod';
import { defineApi } from '#common/contract/contract.ts';
import { ticketActions } from './ticket-actions.ts';

export const ticketsApi = defineApi({
  'GET /api/PassableToken/GetPassableToken': {
    access: 'session',
    summary: 'A ticket for an address in a new tab: 60 seconds, one use, one action, one object',
    query: z.strictObject({
      /** Defaults to the only action without an object. */
      action: z.enum(ticketActions).default('applyForLoan'),
      object: z.string().max(64).default(''),
    }),
    answers: { 200: z.strictObject({ PassableToken: z.string() }) },
  },
});
