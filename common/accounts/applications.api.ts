import { z } from 'zod';
import { defineApi, redirection } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';

export const applicationsApi = defineApi({
  'GET /api/ApplyForLoan': {
    access: 'ticket',
    ticket: { action: 'applyForLoan', parameter: 'token' },
    summary: 'Opens in a new tab: the origination service with a one-time reference, or where to apply',
    gate: { switch: 'globalOptions.useConsumerOriginationOption', is: true },
    query: z.strictObject({ token: z.string().max(64) }),
    contentType: 'text/html; charset=utf-8',
    answers: { 200: z.string(), 303: redirection },
  },
  'GET /api/ApplyForLoan/ShowApplyForLoan': {
    access: 'session',
    whileViewing: true,
    summary: 'Whether the menu offers to apply for a loan',
    answers: { 200: envelope.extend({ Value: z.boolean() }) },
  },
});
