import { z } from 'zod';
import { customerId, defineDeskApi, done, reason } from './desk-contract.ts';

const messageId = z.number().int().positive();

export const messagesApi = defineDeskApi({
  'POST /api/desk/messages/send-again': {
    may: 'helpWithAccess',
    summary:
      'Sends an email to a customer once more, to the present address; never one with a code or a link that works once',
    objects: { 'body.customerId': 'customer', 'body.messageId': 'message' },
    records: 'desk-message-sent-again',
    keyed: true,
    body: z.strictObject({ customerId, messageId, reason }),
    answer: done,
  },
  'POST /api/desk/messages/drop': {
    may: 'dropMessages',
    summary:
      'Gives up an email or text that is refused for good or was tried without success for a day; a security notice only if refused',
    objects: { 'body.messageId': 'message' },
    records: 'desk-message-dropped',
    body: z.strictObject({ messageId, reason }),
    answer: done,
  },
});
