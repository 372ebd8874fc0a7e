import { createHash } from 'node:crypto';
import { type Day, formatDay } from '#common/core/dates.ts';
import { addCents, type Cents, formatCents, ZERO } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { type FileReversalKind, reversalDays } from '#common/payments/rules/file-reversal.ts';
import { leaveHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { tryEach } from '#server/host-tasks/try-each.ts';
import { type BankDebit, countReversingEntries, writeReversingFile } from '#server/payments-network/nacha/bank-file.ts';
import { type PaymentMail, shownLoan } from '#server/payments/mail-customer.ts';
import { REVERSAL } from '#server/payments/payments.queries.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { returnPayment } from '#server/payments/settlement/return-payment.command.ts';
import { inTransaction, type Queryable, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { type AchFile, findAchFile, lockAchFiles } from './bank-files.queries.ts';
import { bankIdOf, nextIdModifier, nextSequence, toDebit } from './make-bank-file.command.ts';
import { findRefusal } from './refused-files.queries.ts';
import {
  findReversal,
  insertReversal,
  listReversible,
  listToTakeBack,
  type ReversedFile,
  type ReversibleDraft,
  type ToTakeBack,
} from './reversed-files.queries.ts';

export type ReversalRefusal =
  | 'NoFile'
  | 'RefusedAlready'
  | 'ReversedAlready'
  | 'NotSettledYet'
  | 'TooLate'
  | 'NothingToReverse'
  | 'NoBankFile';

export interface ReversalPlan {
  readonly drafts: number;
  readonly creditCents: Cents;
  /** Drafts that their bank returned, and credits to customers, stay as they are. */
  readonly left: number;
  readonly effectiveOn: Day;
  readonly deadline: Day;
  readonly obstacle: Exclude<ReversalRefusal, 'NoFile'> | null;
}

/** Computes what {@link reverseBankFile} would do; undefined if the day has no file. */
export async function planReversal(services: Services, businessOn: Day): Promise<ReversalPlan | undefined> {
  const file = await findAchFile(services.database, businessOn);
  return file && (await plan(services, services.database, file)).plan;
}

/**
 * Makes the file that gives the drafts of a day's bank file back, once. The customers are told. Payments of drafts that
 * were a mistake are taken back on their loans by {@link takeBackReversed}, one by one, which the job finishes if this
 * process dies.
 * @param within runs in the transaction that makes the file
 */
export async function reverseBankFile(
  services: Services,
  { businessOn, kind }: { readonly businessOn: Day; readonly kind: FileReversalKind },
  decision: PaymentDecision,
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<ReversalPlan, ReversalRefusal>> {
  const made = await inTransaction(services.database, async (transaction) => {
    await lockAchFiles(transaction);
    const file = await findAchFile(transaction, businessOn);
    if (!file) return failure('NoFile');
    const planned = await plan(services, transaction, file);
    if (planned.plan.obstacle) return failure(planned.plan.obstacle);
    await write(services, transaction, { file, kind, decision, ...planned });
    if (kind === 'twice') {
      const at = services.clock.now().toString();
      for (const { draft } of planned.drafts) {
        const mail = reversedMail(services.institution, draft, { kind, effectiveOn: planned.plan.effectiveOn });
        leaveHostTask(services, transaction, { kind: 'mail', customerId: draft.customerId, mail, at });
      }
    }
    const { drafts, creditCents, effectiveOn } = planned.plan;
    const details = { businessOn, kind, drafts, creditCents, effectiveOn, ...decision };
    await services.audit.record(transaction, { event: 'bank-file-reversed', userId: null, details });
    await within(transaction);
    return success(planned.plan);
  });
  if (made.ok) await takeBackReversed(services, new AbortController().signal);
  return made;
}

const AT_ONCE = 200;

/** Takes the payments back that a reversing file gives back in error. Idempotent; one that fails is tried again. */
export async function takeBackReversed(services: Services, stopping: AbortSignal): Promise<void> {
  for (;;) {
    const payments = await listToTakeBack(services.database, AT_ONCE);
    const done = await tryEach(services, payments, {
      work: (payment) => takeBack(services, payment),
      nameOf: ({ paymentId }) => ({ paymentId }),
      failure: 'could not take back a payment that a reversing file gives back',
      stopping,
    });
    if (done === 0 || payments.length < AT_ONCE || stopping.aborted) return;
  }
}

async function takeBack(services: Services, { paymentId, effectiveOn, by, reason }: ToTakeBack): Promise<void> {
  await inTransaction(services.database, (transaction) =>
    returnPayment(services, transaction, paymentId, REVERSAL, {
      compose: (institution, payment) =>
        reversedMail(institution, { ...payment, amountCents: payment.totalCents }, { kind: 'inError', effectiveOn }),
      decision: { by, reason },
    }),
  );
}

type MailedDraft = Pick<ReversibleDraft, 'paymentId' | 'accountNumber' | 'amountCents' | 'payOn'>;

function reversedMail(
  institution: Services['institution'],
  { paymentId, accountNumber, amountCents, payOn }: MailedDraft,
  { kind, effectiveOn }: { readonly kind: FileReversalKind; readonly effectiveOn: Day },
): PaymentMail {
  return {
    occasion: `draft-reversed-${paymentId}`,
    subject: { key: 'draftReversedMail.subject' },
    body: {
      key: kind === 'twice' ? 'draftReversedMail.twiceBody' : 'draftReversedMail.body',
      values: {
        amount: formatCents(amountCents),
        loan: shownLoan(institution, accountNumber),
        date: formatDay(payOn),
        after: formatDay(effectiveOn),
      },
    },
  };
}

interface Planned {
  readonly plan: ReversalPlan;
  readonly drafts: readonly { readonly draft: ReversibleDraft; readonly debit: BankDebit }[];
}

async function plan(services: Services, queryable: Queryable, file: AchFile): Promise<Planned> {
  const { calendar, bankFile } = services.institution;
  const { obstacle, ...days } = reversalDays(file.effectiveOn, services.clock.today(), calendar);
  const drafts = (await listReversible(queryable, file.fileId)).flatMap((draft) => {
    const debit = toDebit(services, draft);
    return debit.ok ? [{ draft, debit: debit.value }] : [];
  });
  const found = await findObstacle(queryable, file, () => {
    if (obstacle) return obstacle;
    if (drafts.length === 0) return 'NothingToReverse';
    return bankFile ? null : 'NoBankFile';
  });
  return {
    drafts,
    plan: {
      drafts: drafts.length,
      creditCents: addCents(ZERO, ...drafts.map(({ debit }) => debit.amountCents)),
      left: file.entryCount + file.creditCount - drafts.length,
      ...days,
      obstacle: found,
    },
  };
}

async function findObstacle(
  queryable: Queryable,
  { businessOn }: AchFile,
  findOther: () => ReversalPlan['obstacle'],
): Promise<ReversalPlan['obstacle']> {
  if (await findRefusal(queryable, businessOn)) return 'RefusedAlready';
  return (await findReversal(queryable, businessOn)) ? 'ReversedAlready' : findOther();
}

async function write(
  services: Services,
  transaction: Transaction,
  {
    file,
    kind,
    decision,
    drafts,
    plan: { effectiveOn, creditCents },
  }: Planned & { readonly file: AchFile; readonly kind: FileReversalKind; readonly decision: PaymentDecision },
): Promise<void> {
  const { institution, cipher, clock } = services;
  const { bankFile: origin } = institution;
  if (!origin) throw new Error('institution.json names no bank (bankFile)');
  const { at, today, wallTime } = clock.moment();
  const bankId = bankIdOf(origin);
  const idModifier = await nextIdModifier(services, transaction, bankId, today);
  const entries = { origin, drafts: drafts.map(({ debit }) => debit) };
  const firstSequence = await nextSequence(transaction, bankId, countReversingEntries(entries), at);
  const frame = { businessOn: today, effectiveOn, createdOn: today, createdAt: wallTime, idModifier, firstSequence };
  const { text, traceNumbers, lastSequence } = writeReversingFile({ ...frame, ...entries });
  const { fileId } = file;
  await insertReversal(
    transaction,
    {
      fileId,
      kind,
      ...decision,
      effectiveOn,
      creditCents,
      bankId,
      lastSequence,
      idModifier,
      contentSealed: cipher.encrypt(text, identityOf(fileId)),
      contentHash: createHash('sha256').update(text).digest(),
      at,
    },
    drafts.map(({ draft: { entryId } }, index) => ({ entryId, traceNumber: traceNumbers[index] ?? '' })),
  );
}

/**
 * Returns the text of a reversing file.
 * @throws Error if the stored file was altered
 */
export function readReversingFile(
  { cipher }: Pick<Services, 'cipher'>,
  { fileId, contentSealed, contentHash }: ReversedFile,
): string {
  const text = cipher.decrypt(contentSealed, identityOf(fileId));
  const hash = createHash('sha256').update(text).digest();
  if (!hash.equals(contentHash)) throw new Error(`The stored reversing file of bank file ${fileId} was altered`);
  return text;
}

function identityOf(fileId: number): string {
  return `reversing-file:${fileId}`;
}
