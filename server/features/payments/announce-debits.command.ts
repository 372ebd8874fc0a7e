import { addDays, type Day } from '#common/core/dates.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import { lastInstallment } from '#common/rules/payments/last-installment.ts';
import type { HostLoan } from '#server/host/host.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { enqueueMessage, type OutgoingMessage } from '#server/platform/mail/outbox.queries.ts';
import type { Services } from '#server/services.ts';
import { paymentSettings } from './payment-terms.ts';
import { listToAnnounce, lockRecurring, type Recurring, updateRecurring } from './recurring-payments.queries.ts';
import { runAfter } from './recurring-terms.ts';
import { balloonMail, debitNoticeMail, lastPaymentMail } from './schedule-mails.ts';

/** Regulation E wants a varying debit announced ten days before it is made (12 CFR 1005.10(d)). */
const ANNOUNCED_DAYS_BEFORE = 10;

const BATCH_SIZE = 500;

/**
 * Looks at the amount of every recurring payment before its day, and tells the
 * customer of one that is not the agreed amount, once per payment. May run twice
 * and in several processes at once.
 * @returns how many were looked at.
 */
export async function announceDebits(services: Services, stopping: AbortSignal): Promise<number> {
  const through = addDays(services.clock.today(), ANNOUNCED_DAYS_BEFORE);
  let lookedAt = 0;
  while (!stopping.aborted) {
    const due = await listToAnnounce(services.database, { through, limit: BATCH_SIZE });
    for (const recurring of due) await announce(services, recurring);
    lookedAt += due.length;
    if (due.length < BATCH_SIZE) break;
  }
  return lookedAt;
}

interface Announcement {
  readonly mail: OutgoingMessage | undefined;
  /** What is drawn on the day looked at, if it is not the agreed amount. */
  readonly cents: Cents | null;
}

const asAgreed: Announcement = { mail: undefined, cents: null };

async function announce(services: Services, { recurringId, customerId, accountNumber }: Recurring): Promise<void> {
  const { at, today } = services.clock.moment();
  await inTransaction(services.database, async (transaction) => {
    const drawn = await services.host.lockLoanToDraw(transaction, customerId, accountNumber, today);
    const recurring = await lockRecurring(transaction, recurringId);
    if (recurring?.state !== 'active') return;
    const { mail, cents } =
      drawn.standing === 'open' ? await announcementOf(services, transaction, drawn.loan, recurring) : asAgreed;
    if (mail) await enqueueMessage(services, transaction, mail, at);
    const event = mail ? ({ name: 'announced', on: recurring.nextOn, at } as const) : null;
    await updateRecurring(transaction, recurringId, { announced: { for: recurring.runOn, cents } }, event);
  });
}

async function announcementOf(
  services: Services,
  transaction: Transaction,
  loan: HostLoan,
  recurring: Recurring,
): Promise<Announcement> {
  const { institution } = services;
  if (recurring.paysTotalDue) {
    const isDraft = recurring.method.type === 'ACH';
    return { mail: isDraft ? debitNoticeMail(institution, recurring, loan.totalDueCents) : undefined, cents: null };
  }
  const onDay = await services.host.lockLoanToDraw(
    transaction,
    recurring.customerId,
    recurring.accountNumber,
    recurring.runOn,
  );
  if (onDay.standing !== 'open') return asAgreed;
  const last = announcementOfLast(services, onDay.loan, recurring, recurring);
  return last ?? { mail: await mailOfNext(services, transaction, onDay.loan, recurring), cents: null };
}

/**
 * A weekly payment is looked at only a week before its day: the one after it is
 * announced with it when it is the last.
 */
async function mailOfNext(
  services: Services,
  transaction: Transaction,
  loan: HostLoan,
  recurring: Recurring,
): Promise<OutgoingMessage | undefined> {
  const { amountCents, additionalPrincipalCents, rhythm, nextOn, runOn, accountNumber } = recurring;
  const following = runAfter(rhythm, nextOn, loan, services.institution, paymentSettings(services));
  if (following.runOn > addDays(runOn, ANNOUNCED_DAYS_BEFORE)) return undefined;
  const payment = { accountNumber, effectiveOn: runOn, amountCents, additionalPrincipalCents };
  const after = await services.host.projectPayment(transaction, { ...payment, payoffOn: following.runOn });
  if (!after) return undefined;
  const loanThen = { ...loan, dueOn: after.nextDueOn, payoffCents: after.payoffAfterCents };
  return announcementOfLast(services, loanThen, recurring, following)?.mail;
}

/** @param loan as of the day of the run. */
function announcementOfLast(
  { institution }: Services,
  loan: HostLoan,
  recurring: Recurring,
  { nextOn, runOn: on }: { readonly nextOn: Day; readonly runOn: Day },
): Announcement | undefined {
  const { payoffCents } = loan;
  const agreedCents = addCents(recurring.amountCents, recurring.additionalPrincipalCents);
  const kind = lastInstallment(loan, recurring, nextOn);
  const isLess = loan.kind === 'loan' && payoffCents < agreedCents;
  if (payoffCents <= 0 || payoffCents === agreedCents || (kind === 'none' && !isLess)) return undefined;
  if (kind === 'balloon') {
    return { mail: balloonMail(institution, { recurring, on, totalCents: payoffCents }), cents: null };
  }
  const totalCents = addCents(payoffCents, recurring.firstPartyFeeCents, recurring.thirdPartyFeeCents);
  return { mail: lastPaymentMail(institution, { recurring, on, totalCents }), cents: payoffCents };
}
