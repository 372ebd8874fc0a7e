import { z } from 'zod';

const breakdown = z.strictObject({ accountNumber: z.string(), on: z.string() });

/** Whose quote, and for which day. */
type Breakdown = z.infer<typeof breakdown>;

/** As the object of a ticket. */
export function breakdownToTicket(wanted: Breakdown): string {
  return JSON.stringify(wanted);
}

/** @throws when the ticket was made for something else, which its action rules out. */
export function breakdownFromTicket(ticketObject: string): Breakdown {
  return breakdown.parse(JSON.parse(ticketObject));
}
