import { addBusinessDays, nextBusinessDay } from '#common/core/business-days.ts';
import { type Day, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import { mailCustomer, type PaymentMail, shownLoan } from '#server/payments/mail-customer.ts';
import {
  listCreditsOfFile,
  listPromisedCredits,
  type PromisedCredit,
} from '#server/payments/operator/promised-credits.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

/** The emails of refunds and draws by bank credit (`bankBody`) say that they arrive within these business days. */
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
 * Tells customers whose refund or draw a business day's file had to carry, and didn't, that it arrives later than they
 * were told, and those whose late one leaves with it that it is on its way. Called once for each business day, in the
 * transaction that makes its file, so each is told once.
 */
export async function tellOfLateCredits(
  services: Services,
  transaction: Transaction,
  { businessOn, fileId, effectiveOn, at }: MadeFile,
): Promise<void> {
  const { institution } = services;
  const promisedOn = ({ paidOn }: PromisedCredit) => addBusinessDays(paidOn, ARRIVES_WITHIN_DAYS, institution.calendar);
  // The money of this day's file would have arrived just in time.
  const lastOn = nextBusinessDay(businessOn, institution.calendar);
  for (const credit of await listPromisedCredits(transaction)) {
    if (promisedOn(credit) !== lastOn) continue;
    await mailCustomer(services, transaction, credit.customerId, lateMail(institution, credit), at);
  }
  if (fileId === null) return;
  for (const credit of await listCreditsOfFile(transaction, fileId)) {
    if (promisedOn(credit) >= effectiveOn) continue;
    await mailCustomer(services, transaction, credit.customerId, sentMail(institution, credit, effectiveOn), at);
  }
}

const lateTexts = {
  overpayment: { subject: 'payoutMail.lateSubject', body: 'payoutMail.lateBody' },
  draw: { subject: 'drawMail.lateSubject', body: 'drawMail.lateBody' },
} as const;

const sentTexts = {
  overpayment: { subject: 'payoutMail.sentSubject', body: 'payoutMail.sentBody' },
  draw: { subject: 'drawMail.sentSubject', body: 'drawMail.sentBody' },
} as const;

function lateMail(institution: Institution, credit: PromisedCredit): PaymentMail {
  const { subject, body } = lateTexts[credit.purpose];
  return {
    occasion: `payout-late-${credit.payoutId}`,
    subject: { key: subject },
    body: { key: body, values: valuesOf(institution, credit) },
  };
}

function sentMail(institution: Institution, credit: PromisedCredit, effectiveOn: Day): PaymentMail {
  const { subject, body } = sentTexts[credit.purpose];
  const values = { ...valuesOf(institution, credit), date: formatDay(effectiveOn) };
  return {
    occasion: `payout-sent-${credit.payoutId}`,
    subject: { key: subject },
    body: { key: body, values },
  };
}

function valuesOf(institution: Institution, { accountNumber, amountCents, lastFour, reference }: PromisedCredit) {
  return { amount: formatCents(amountCents), loan: shownLoan(institution, accountNumber), lastFour, reference };
}
