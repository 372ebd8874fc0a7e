import { z } from 'zod';
import { defineDeskApi, reason } from './desk-contract.ts';

export const viewApi = defineDeskApi({
  'POST /api/desk/view/begin': {
    may: 'viewAsCustomer',
    summary: 'Opens the portal as the customer sees it, read only, for 15 minutes; the address works once',
    objects: { 'body.customerId': 'customer', 'body.userId': 'login' },
    records: 'desk-view-begun',
    body: z.strictObject({ customerId: z.string().min(1).max(40), userId: z.number().int(), reason }),
    answer: z.strictObject({ address: z.string() }),
  },
});
