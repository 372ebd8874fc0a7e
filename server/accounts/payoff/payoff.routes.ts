import { failed, noErrors } from '#common/contract/answers.ts';
import type { payoffApi } from '#common/accounts/payoff.api.ts';
import { type Day, findDay } from '#common/core/dates.ts';
import { toWireAmount } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { PayoffHold } from '#common/payments/rules/payment-types.ts';
import { lastPayoffDay } from '#common/payments/rules/payoff-day.ts';
import { payoffHoldOf } from '#common/payments/rules/payoff-hold.ts';
import type { PayoffQuote } from '#server/host/host.ts';
import { forbidden, type Handlers, ok, type Session } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { createTicket } from '#server/identity/tickets/tickets.ts';
import type { Services } from '#server/services.ts';
import { payoffDocument } from './payoff-document.ts';
import { z } from 'zod';

const breakdown = z.strictObject({ accountNumber: z.string(), on: z.string() });

type Breakdown = z.infer<typeof breakdown>;

export const payoffHandlers: Handlers<typeof payoffApi> = {
  'GET /api/PaymentInformation/GetPayOffQuote': async ({ query, session, services }) => {
    const quote = await quotePayoff(services, session, query.AccountNumber, query.PayOffDate);
    return quote.ok
      ? ok({ ...noErrors, PayOffQuoteAmount: toWireAmount(quote.value.totalCents) })
      : ok({ ...failed(quote.error), PayOffQuoteAmount: 0 });
  },

  'POST /api/PaymentInformation/RetrieveDownloadToken': async ({ body, session, services }) => {
    const quote = await quotePayoff(services, session, body.AccountNumber, body.EffectiveDate);
    if (!quote.ok) return forbidden(failed(quote.error));
    const object = breakdownToTicket({ accountNumber: body.AccountNumber, on: quote.value.on });
    const purpose = { action: 'downloadPayoffQuote', object } as const;
    return ok(await createTicket(services.database, session.sessionId, purpose, services.clock.now()));
  },

  'GET /api/PaymentInformation/DownloadPayoffQuoteBreakdown': async ({ session, ticketObject, services }) => {
    const { accountNumber, on } = breakdownFromTicket(ticketObject);
    const quote = await quotePayoff(services, session, accountNumber, on);
    const loan = await services.host.findLoan(session.customerId, accountNumber, services.clock.today());
    if (!quote.ok || !loan) throw new Refusal(404, 'NotFound');
    return ok(
      await payoffDocument({
        quote: quote.value,
        loan,
        institution: services.institution,
        moment: services.clock.moment(),
      }),
    );
  },
};

type QuoteError = 'PayoffDateInvalid' | 'PayoffDateTooFar' | 'NothingOwed' | 'NotALoan' | PayoffHold;

/** Quotes an account for a day from the request, from today to the last day allowed. */
async function quotePayoff(
  { host, clock }: Services,
  { customerId }: Session,
  accountNumber: string,
  date: string,
): Promise<Result<PayoffQuote, QuoteError>> {
  const on: Day | undefined = findDay(date);
  if (on === undefined || on < clock.today()) return failure('PayoffDateInvalid');
  if (on > lastPayoffDay(clock.today())) return failure('PayoffDateTooFar');
  const loan = await host.findLoan(customerId, accountNumber, clock.today());
  if (!loan) return failure('NotALoan');
  const hold = payoffHoldOf(loan);
  if (hold !== null) return failure(hold);
  const quote = await host.quotePayoff(customerId, accountNumber, on);
  if (quote) return success(quote);
  return failure(loan.payoffCents <= 0 ? 'NothingOwed' : 'NotALoan');
}

/** Encodes the quote as a ticket's object. */
function breakdownToTicket(wanted: Breakdown): string {
  return JSON.stringify(wanted);
}

/** Throws if the ticket is for something else, which its action rules out. */
function breakdownFromTicket(ticketObject: string): Breakdown {
  return breakdown.parse(JSON.parse(ticketObject));
}
