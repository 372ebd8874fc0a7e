import { addBusinessDays, nextBusinessDay } from '#common/core/business-days.ts';
import { type Day, formatDay } from '#common/core/dates.ts';
import { addCents, type Cents, formatCents, subtractCents } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { leaveHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { type PaymentMail, shownLoan } from '#server/payments/mail-customer.ts';
import { fileDayOf } from '#server/payments/settlement/bank-drafts.queries.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { inTransaction, type Queryable, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { type AchFile, findAchFile, lockAchFiles } from './bank-files.queries.ts';
import { findBusinessDay } from './business-days.queries.ts';
import { holdDraft } from './hold-draft.command.ts';
import {
  findFileRejection,
  findDraftOfRejectedFile,
  hasAnswers,
  listDraftsOfFile,
  insertFileRejection,
  type RefiledDraft,
  type DraftOfRejectedFile,
} from './rejected-files.queries.ts';
import { settleRejectedFile } from './settle-clearing.command.ts';

/** A bank rejects a file before it draws it, or says so soon after. A later rejection is a mistaken day. */
const REJECTED_WITHIN_BUSINESS_DAYS = 2;

export type FileRejectionObstacle =
  | 'NoFile'
  | 'RefusedAlready'
  | 'TooLate'
  | 'BankAnswered'
  /** A draft to be put on hold is not in the file. */
  | 'NotInFile';

export interface FileRejectionPlan {
  /** Those that leave again. */
  readonly drafts: number;
  readonly debitCents: Cents;
  /** Those that are put on hold. */
  readonly held: number;
  readonly heldCents: Cents;
  readonly credits: number;
  readonly creditCents: Cents;
  /** The business day whose file takes the entries, and when that is effective. */
  readonly fileOn: Day;
  readonly effectiveOn: Day;
  /** When the rejected file was to be effective. */
  readonly insteadOf: Day;
  readonly obstacle: Exclude<FileRejectionObstacle, 'NoFile'> | null;
}

/**
 * Computes what {@link recordFileRejection} would do; undefined if the day has no file.
 * @param holding see there
 */
export async function planFileRejection(
  services: Services,
  businessOn: Day,
  holding: readonly string[] = [],
): Promise<FileRejectionPlan | undefined> {
  const { database } = services;
  const file = await findAchFile(database, businessOn);
  return file && (await planFile(services, database, file, holding)).plan;
}

/**
 * Records that the bank rejected a day's file as a whole, so that nothing of it was drawn or sent: its entries leave with
 * the next file, under new trace numbers. All in one transaction, under the lock of the files, so that an entry is in one
 * file at a time. Payments stay as they are on the loans. Customers whose draft is drawn on another day are told.
 * @param holding confirmation numbers of drafts that are put on hold instead, in the same transaction, so that none can
 * leave before someone has decided
 * @param within runs in the transaction of the change
 */
export function recordFileRejection(
  services: Services,
  businessOn: Day,
  { holding = [], ...decision }: PaymentDecision & { readonly holding?: readonly string[] },
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<FileRejectionPlan, FileRejectionObstacle>> {
  return inTransaction(services.database, async (transaction) => {
    await lockAchFiles(transaction);
    const file = await findAchFile(transaction, businessOn);
    if (!file) return failure('NoFile');
    const { plan, leaving, held } = await planFile(services, transaction, file, holding);
    if (plan.obstacle) return failure(plan.obstacle);
    const at = services.clock.now();
    const { fileOn, effectiveOn } = plan;
    await insertFileRejection(transaction, file.fileId, { ...decision, at, fileOn });
    await settleRejectedFile(services, transaction, file);
    const reason = `its bank file of ${formatDay(businessOn)} was rejected: ${decision.reason}`;
    for (const draft of held) await holdDraft(services, transaction, draft, { reason, by: decision.by });
    for (const draft of leaving) tellOfDay(services, transaction, { ...draft, file }, effectiveOn);
    const { insteadOf: _insteadOf, obstacle: _obstacle, ...planned } = plan;
    const details = { businessOn, ...planned, ...decision };
    await services.audit.record(transaction, { event: 'bank-file-refused', userId: null, details });
    await within(transaction);
    return success(plan);
  });
}

/** Returns whether the bank rejected a day's file, after waiting for a rejection that is being recorded. */
export async function isRejectedFile(transaction: Transaction, businessOn: Day): Promise<boolean> {
  await lockAchFiles(transaction);
  return (await findFileRejection(transaction, businessOn)) !== undefined;
}

interface PlannedFile {
  readonly plan: FileRejectionPlan;
  readonly leaving: readonly RefiledDraft[];
  readonly held: readonly RefiledDraft[];
}

async function planFile(
  services: Services,
  queryable: Queryable,
  file: AchFile,
  holding: readonly string[],
): Promise<PlannedFile> {
  const drafts = await listDraftsOfFile(queryable, file.fileId);
  const leaving = drafts.filter(({ referenceNumber }) => !holding.includes(referenceNumber));
  const held = drafts.filter(({ referenceNumber }) => holding.includes(referenceNumber));
  const { creditCount: credits, creditCents, effectiveOn: insteadOf } = file;
  const { fileOn, effectiveOn } = await findNextFile(services, queryable);
  const obstacle = await findObstacle(services, queryable, file);
  const isOther = held.length < new Set(holding).size;
  const heldCents = addCents(...held.map(({ amountCents }) => amountCents));
  const plan: FileRejectionPlan = {
    drafts: file.entryCount - held.length,
    debitCents: subtractCents(file.debitCents, heldCents),
    held: held.length,
    heldCents,
    credits,
    creditCents,
    fileOn,
    effectiveOn,
    insteadOf,
    obstacle: obstacle ?? (isOther ? 'NotInFile' : null),
  };
  return { plan, leaving, held };
}

async function findObstacle(
  { clock, institution }: Services,
  queryable: Queryable,
  { fileId, businessOn, effectiveOn }: AchFile,
): Promise<FileRejectionPlan['obstacle']> {
  if (await findFileRejection(queryable, businessOn)) return 'RefusedAlready';
  const tooLateOn = addBusinessDays(effectiveOn, REJECTED_WITHIN_BUSINESS_DAYS + 1, institution.calendar);
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

/** A draft that was put on hold as its file was rejected leaves again, if it is one: its customer is told when. */
export async function tellOfRelease(services: Services, transaction: Transaction, entryId: number): Promise<void> {
  const draft = await findDraftOfRejectedFile(transaction, entryId);
  if (!draft) return;
  tellOfDay(services, transaction, draft, (await findNextFile(services, transaction)).effectiveOn);
}

function tellOfDay(services: Services, transaction: Transaction, draft: DraftOfRejectedFile, drawnOn: Day): void {
  const { clock, institution } = services;
  if (drawnOn === draft.file.effectiveOn) return;
  const { customerId } = draft;
  const mail = drawnLaterMail(institution, draft, drawnOn);
  leaveHostTask(services, transaction, { kind: 'mail', customerId, mail, at: clock.now().toString() });
}

function drawnLaterMail(
  institution: Services['institution'],
  { paymentId, amountCents, accountNumber, file }: DraftOfRejectedFile,
  drawnOn: Day,
): PaymentMail {
  return {
    // A draft may be in several files that the bank rejected.
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
