import { dayAt } from '#common/core/dates.ts';
import { type Cents, parseDollars, ZERO } from '#common/core/money.ts';
import { returnFeeOf } from '#server/institution/disclose-return-fee.ts';
import { findNewestAuthorization } from '#server/payments/authorizations/draft-authorizations.queries.ts';
import { findOverpaid } from '#server/payments/operator/pay-out-overpayment.command.ts';
import { findPlace } from '#server/payments/operator/payment-moves.queries.ts';
import { findPayment } from '#server/payments/payments.queries.ts';
import type { Services } from '#server/services.ts';

/**
 * Returns the fee that the return of a payment costs its customer, or zero: only for the institution's codes, only if
 * the words that authorized the payment, as they were kept, named as much, and not while late charges of the loan are
 * suspended, while money of the customer is kept here, or if the payment was moved to another customer's loan.
 */
export async function findReturnFee(services: Services, paymentId: string, code: string): Promise<Cents> {
  const { clock, database, host, institution } = services;
  const fee = returnFeeOf(institution.options);
  if (!fee || !institution.options['paymentOptions.returnedPaymentFeeCodes'].includes(code)) return ZERO;
  const payment = await findPayment(database, paymentId);
  if (payment?.state !== 'posted') return ZERO;
  const authorized = await findNewestAuthorization(database, paymentId);
  if (!authorized || !namesFee(authorized.words, fee.feeCents)) return ZERO;
  if (dayAt(authorized.authorizedAt, institution.timeZone) < fee.from) return ZERO;
  const { customerId, accountNumber } = await findPlace(database, payment);
  if (customerId !== payment.customerId) return ZERO;
  const [owned] = await host.listLoans([accountNumber], clock.today());
  if (owned?.loan.takesReturnFee !== true) return ZERO;
  const kept = await findOverpaid(services, { customerId, accountNumber });
  return kept.ok && kept.value > ZERO ? ZERO : fee.feeCents;
}

/** An institution may set a first day on which its words did not say so yet, or raise the fee and leave the day. */
function namesFee(words: string, feeCents: Cents): boolean {
  return [...words.matchAll(/\$[\d,]+\.\d\d/g)].some(([amount]) => (parseDollars(amount) ?? ZERO) >= feeCents);
}
