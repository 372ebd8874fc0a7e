import { addBusinessDays, nextBusinessDay } from '#common/core/business-days.ts';
import { type Day, formatDay } from '#common/core/dates.ts';
import { type Cents, formatCents } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { leaveHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { type PaymentMail, shownLoan } from '#server/payments/mail-customer.ts';
import { fileDayOf } from '#server/payments/settlement/bank-drafts.queries.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { inTransaction, type Queryable, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { type AchFile, findAchFile, lockAchFiles } from './bank-files.queries.ts';
import { findBusinessDay } from './business-days.queries.ts';
import {
  findRefusal,
  hasAnswers,
  listDraftsOfFile,
  recordRefusal,
  type RefiledDraft,
} from './refused-files.queries.ts';
import { settleRefusedFile } from './settle-clearing.command.ts';

/** A bank refuses a file before it draws it, or says so soon after. A later refusal is a mistaken day. */
const REFUSED_WITHIN_BUSINESS_DAYS = 2;

export type FileRefusal = 'NoFile' | 'RefusedAlready' | 'TooLate' | 'BankAnswered';

export interface RefusedFilePlan {
  readonly drafts: number;
  readonly debitCents: Cents;
  readonly credits: number;
  readonly creditCents: Cents;
  /** The business day whose file takes the entries, and when that is effective. */
  readonly fileOn: Day;
  readonly effectiveOn: Day;
  /** When the refused file was to be effective. */
  readonly insteadOf: Day;
  readonly obstacle: Exclude<FileRefusal, 'NoFile'> | null;
}

/** Computes what {@link refuseBankFile} would do; undefined if the day has no file. */
export async function planRefusal(services: Services, businessOn: Day): Promise<RefusedFilePlan | undefined> {
  const { database } = services;
  const file = await findAchFile(database, businessOn);
  if (!file) return undefined;
  const { entryCount: drafts, debitCents, creditCount: credits, creditCents, effectiveOn: insteadOf } = file;
  const { fileOn, effectiveOn } = await findNextFile(services, database);
  const obstacle = await findObstacle(services, database, file);
  return { drafts, debitCents, credits, creditCents, fileOn, effectiveOn, insteadOf, obstacle };
}

/**
 * Records that the bank refused a day's file as a whole, so that nothing of it was drawn or sent: its entries leave with
 * the next file, under new trace numbers. All in one transaction, under the lock of the files, so that an entry is in one
 * file at a time. Payments stay as they are on the loans. Customers whose draft is drawn on another day are told.
 * @param within runs in the transaction of the change
 */
export function refuseBankFile(
  services: Services,
  businessOn: Day,
  decision: PaymentDecision,
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<RefusedFilePlan, FileRefusal>> {
  return inTransaction(services.database, async (transaction) => {
    await lockAchFiles(transaction);
    const file = await findAchFile(transaction, businessOn);
    if (!file) return failure('NoFile');
    const obstacle = await findObstacle(services, transaction, file);
    if (obstacle) return failure(obstacle);
    const { at } = services.clock.moment();
    const next = await findNextFile(services, transaction);
    const drafts = await listDraftsOfFile(transaction, file.fileId);
    await recordRefusal(transaction, file.fileId, { ...decision, at, fileOn: next.fileOn });
    await settleRefusedFile(services, transaction, file);
    if (next.effectiveOn !== file.effectiveOn) {
      for (const draft of drafts) {
        const mail = drawnLaterMail(services.institution, draft, { file, drawnOn: next.effectiveOn });
        leaveHostTask(services, transaction, { kind: 'mail', customerId: draft.customerId, mail, at: at.toString() });
      }
    }
    const { entryCount, debitCents, creditCount, creditCents } = file;
    const totals = { drafts: entryCount, debitCents, credits: creditCount, creditCents };
    const details = { businessOn, ...totals, ...next, ...decision };
    await services.audit.record(transaction, { event: 'bank-file-refused', userId: null, details });
    await within(transaction);
    return success({ ...totals, ...next, insteadOf: file.effectiveOn, obstacle: null });
  });
}

async function findObstacle(
  { clock, institution }: Services,
  queryable: Queryable,
  { fileId, businessOn, effectiveOn }: AchFile,
): Promise<RefusedFilePlan['obstacle']> {
  if (await findRefusal(queryable, businessOn)) return 'RefusedAlready';
  const tooLateOn = addBusinessDays(effectiveOn, REFUSED_WITHIN_BUSINESS_DAYS + 1, institution.calendar);
  if (clock.today() >= tooLateOn) return 'TooLate';
  return (await hasAnswers(queryable, fileId)) ? 'BankAnswered' : null;
}

/** The first business day whose file is not made. */
async function findNextFile(
  services: Services,
  queryable: Queryable,
): Promise<{ readonly fileOn: Day; readonly effectiveOn: Day }> {
  const { calendar } = services.institution;
  const moment = services.clock.moment();
  let fileOn = fileDayOf(services, { timing: 'immediate', payOn: moment.today }, moment);
  while ((await findBusinessDay(queryable, fileOn))?.filedAt != null) fileOn = nextBusinessDay(fileOn, calendar);
  return { fileOn, effectiveOn: nextBusinessDay(fileOn, calendar) };
}

function drawnLaterMail(
  institution: Services['institution'],
  { paymentId, amountCents, accountNumber }: RefiledDraft,
  { file, drawnOn }: { readonly file: AchFile; readonly drawnOn: Day },
): PaymentMail {
  return {
    // A draft may be in several files that the bank refused.
    occasion: `drawn-later-${paymentId}-${file.fileId}`,
    subject: { key: 'drawnLaterMail.subject' },
    body: {
      key: 'drawnLaterMail.body',
      values: {
        amount: formatCents(amountCents),
        loan: shownLoan(institution, accountNumber),
        before: formatDay(file.effectiveOn),
        after: formatDay(drawnOn),
      },
    },
  };
}
