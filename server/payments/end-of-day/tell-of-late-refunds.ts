import { addBusinessDays, nextBusinessDay } from '#common/core/business-days.ts';
import { type Day, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import { mailCustomer, type PaymentMail, shownLoan } from '#server/payments/mail-customer.ts';
import {
  listRefundsOfFile,
  listUnsentRefunds,
  type PromisedRefund,
} from '#server/payments/operator/promised-refunds.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

/** The mail of a refund by bank credit (`payoutMail.bankBody`) says that it arrives within these business days. */
const ARRIVES_WITHIN_DAYS = 3;

interface MadeFile {
  readonly businessOn: Day;
  /** Null if the day has no file. */
  readonly fileId: number | null;
  /** The day on which the money of a file of this day arrives. */
  readonly effectiveOn: Day;
  readonly at: Temporal.Instant;
}

/**
 * Tells customers whose refund a business day's file had to carry, and didn't, that it arrives later than they were told,
 * and those whose late refund leaves with it that it is on its way. Called once for each business day, in the
 * transaction that makes its file, so each is told once.
 */
export async function tellOfLateRefunds(
  services: Services,
  transaction: Transaction,
  { businessOn, fileId, effectiveOn, at }: MadeFile,
): Promise<void> {
  const { institution } = services;
  const promisedOn = ({ paidOn }: PromisedRefund) => addBusinessDays(paidOn, ARRIVES_WITHIN_DAYS, institution.calendar);
  // The money of this day's file would have arrived just in time.
  const lastOn = nextBusinessDay(businessOn, institution.calendar);
  for (const refund of await listUnsentRefunds(transaction)) {
    if (promisedOn(refund) !== lastOn) continue;
    await mailCustomer(services, transaction, refund.customerId, lateMail(institution, refund), at);
  }
  if (fileId === null) return;
  for (const refund of await listRefundsOfFile(transaction, fileId)) {
    if (promisedOn(refund) >= effectiveOn) continue;
    await mailCustomer(services, transaction, refund.customerId, sentMail(institution, refund, effectiveOn), at);
  }
}

function lateMail(institution: Institution, refund: PromisedRefund): PaymentMail {
  return {
    occasion: `payout-late-${refund.payoutId}`,
    subject: { key: 'payoutMail.lateSubject' },
    body: { key: 'payoutMail.lateBody', values: valuesOf(institution, refund) },
  };
}

function sentMail(institution: Institution, refund: PromisedRefund, effectiveOn: Day): PaymentMail {
  const values = { ...valuesOf(institution, refund), date: formatDay(effectiveOn) };
  return {
    occasion: `payout-sent-${refund.payoutId}`,
    subject: { key: 'payoutMail.sentSubject' },
    body: { key: 'payoutMail.sentBody', values },
  };
}

function valuesOf(institution: Institution, { accountNumber, amountCents, lastFour, reference }: PromisedRefund) {
  return { amount: formatCents(amountCents), loan: shownLoan(institution, accountNumber), lastFour, reference };
}
