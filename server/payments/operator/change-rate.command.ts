import { randomUUID } from 'node:crypto';
import { paymentIdOfRate, type RateObstacle } from '#common/accounts/rules/rate-change.ts';
import { type Day, formatDay } from '#common/core/dates.ts';
import { type Cents, formatCents } from '#common/core/money.ts';
import { formatRate, type RatePpm } from '#common/core/rates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { LoanTerms, NewTerms } from '#server/host/host-loan-terms.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { mailCustomer, type PaymentMail, shownLoan } from '#server/payments/mail-customer.ts';
import { findActiveRecurring, type Recurring } from '#server/payments/schedules/recurring-payments.queries.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import type { Services } from '#server/services.ts';
import { type LoanName, type NotOnOurBooks, projectOnOurBooks } from './loan-on-our-books.ts';

export interface WantedRate extends LoanName {
  readonly rate: RatePpm;
  /** The first day that earns interest at the new rate. */
  readonly from: Day;
  /** Compute a new payment for the remaining term. */
  readonly newPayment: boolean;
}

export type RateRefusal =
  | RateObstacle
  | NotOnOurBooks
  /** The new payment is another one than staff saw. */
  | 'PaymentMoved';

/** The effect on the automatic payment: it stays as agreed, or draws the amount due. */
export type AutomaticThen = { readonly kind: 'fixed'; readonly amountCents: Cents } | { readonly kind: 'due' };

export interface PlannedRate {
  readonly now: LoanTerms;
  readonly after: Result<NewTerms, RateObstacle>;
  readonly automatic: AutomaticThen | null;
}

/** Returns the rate of a loan, and what a change would do. */
export async function planRate(services: Services, wanted: WantedRate): Promise<Result<PlannedRate, RateRefusal>> {
  const projected = await projectOnOurBooks(services, wanted, (books, on) => books.projectRate({ ...wanted, on }));
  if (!projected.ok) return projected;
  const recurring = await findActiveRecurring(services.database, wanted.accountNumber);
  return success({ ...projected.value, automatic: automaticOf(recurring) });
}

function automaticOf(recurring: Recurring | undefined): AutomaticThen | null {
  if (!recurring) return null;
  return recurring.paysTotalDue ? { kind: 'due' } : { kind: 'fixed', amountCents: recurring.amountCents };
}

/**
 * Changes the rate. The automatic payment keeps its amount, because the customer agreed to no other; the email says so.
 * @param seenCents the new payment that staff saw
 * @param within runs in the transaction of the change
 */
export function changeRate(
  services: Services,
  { seenCents, ...wanted }: WantedRate & { readonly seenCents: Cents },
  decision: PaymentDecision,
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<NewTerms, RateRefusal>> {
  const { audit, clock, database } = services;
  const { customerId, accountNumber, rate, from, newPayment } = wanted;
  const subject = accountSubject(accountNumber);
  const read = () => planRate(services, wanted);
  return readThenChange(database, subject, read, async (transaction, planned) => {
    if (!planned.ok) return planned;
    const { now, after } = planned.value;
    if (!after.ok) return after;
    const { installmentCents } = after.value;
    if (installmentCents !== seenCents) return failure('PaymentMoved');
    const { at, today } = clock.moment();
    const automatic = automaticOf(await findActiveRecurring(transaction, accountNumber));
    const paymentId = paymentIdOfRate(randomUUID());
    await raiseGuard(transaction, subject);
    const posting = { paymentId, accountNumber, effectiveOn: today, postedAt: at.toString() };
    await enqueueHostTask(services, transaction, { kind: 'changeRate', ...posting, rate, from, newPayment });
    const told = { paymentId, accountNumber, now, after: after.value, automatic };
    await mailCustomer(services, transaction, customerId, rateMail(services.institution, told), at);
    const former = { formerRate: now.rate, formerInstallmentCents: now.installmentCents };
    const details = { customerId, accountNumber, rate, from, installmentCents, ...former, ...decision };
    await audit.record(transaction, { event: 'rate-changed', userId: null, details });
    await within(transaction);
    return success(after.value);
  });
}

interface MailedRate {
  readonly paymentId: string;
  readonly accountNumber: string;
  readonly now: LoanTerms;
  readonly after: NewTerms;
  readonly automatic: AutomaticThen | null;
}

function rateMail(institution: Services['institution'], told: MailedRate): PaymentMail {
  const { paymentId, accountNumber, now, after, automatic } = told;
  const words = documentWords(institution.texts);
  const amount = formatCents(after.installmentCents);
  const date = formatDay(after.firstOn);
  const isNewPayment = after.installmentCents !== now.installmentCents;
  const terms = [
    words('rateMail.rate', {
      date: formatDay(after.from),
      after: formatRate(after.rate),
      before: formatRate(now.next?.rate ?? now.rate),
    }),
    isNewPayment
      ? words('rateMail.newPayment', { date, after: amount, before: formatCents(now.installmentCents) })
      : words('rateMail.samePayment', { amount }),
  ];
  if (automatic?.kind === 'due') terms.push(words('rateMail.dueAutomatic'));
  if (automatic?.kind === 'fixed' && isNewPayment) {
    terms.push(words('rateMail.fixedAutomatic', { amount: formatCents(automatic.amountCents), date }));
  }
  return {
    occasion: paymentId,
    subject: { key: 'rateMail.subject' },
    body: { key: 'rateMail.body', values: { loan: shownLoan(institution, accountNumber), terms: terms.join('\n') } },
  };
}
