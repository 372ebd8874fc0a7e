import { z } from 'zod';
import { defineApi, fileAnswer } from '#common/contract/contract.ts';
import { envelope } from '#common/contract/envelope.ts';

const accountNumber = z.string().min(1).max(32);
const offered = { switch: 'globalOptions.usePayoffQuoteOption', is: true } as const;

export const payoffApi = defineApi({
  'GET /api/PaymentInformation/GetPayOffQuote': {
    access: 'session',
    whileViewing: true,
    summary: 'The payoff amount of a loan on a day',
    objects: { 'query.AccountNumber': 'account' },
    gate: offered,
    query: z.strictObject({ AccountNumber: accountNumber, PayOffDate: z.string().max(32) }),
    answers: { 200: z.strictObject({ ...envelope.shape, PayOffQuoteAmount: z.number() }) },
  },
  'POST /api/PaymentInformation/RetrieveDownloadToken': {
    access: 'session',
    summary: 'A ticket for the breakdown of a payoff quote',
    objects: { 'body.AccountNumber': 'account' },
    gate: offered,
    body: z.strictObject({ AccountNumber: accountNumber, EffectiveDate: z.string().max(32) }),
    contentType: 'text/plain; charset=utf-8',
    answers: { 200: z.string(), 403: envelope },
  },
  'GET /api/PaymentInformation/DownloadPayoffQuoteBreakdown': {
    access: 'ticket',
    summary: 'The breakdown of a payoff quote as PDF, as specified by its ticket',
    ticket: { action: 'downloadPayoffQuote', parameter: 'downloadToken', object: 'ticket' },
    gate: offered,
    query: z.strictObject({ downloadToken: z.string().min(1).max(128) }),
    answers: { 200: fileAnswer },
  },
});
