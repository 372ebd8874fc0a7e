import { indexBankAccount, unsealNumbers } from '#server/payments/settlement/bank-drafts.queries.ts';
import { createHash } from 'node:crypto';
import { type Day, laterDay } from '#common/core/dates.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { BankFileSettings } from '#common/institution/institution.ts';
import { nextBusinessDay } from '#common/core/business-days.ts';
import {
  type BankDebit,
  countEntries,
  fileIdModifiers,
  findEntryProblem,
  MAX_SEQUENCE,
  traceNumber,
  writeBankFile,
} from '#server/payments-network/nacha/bank-file.ts';
import type { Moment } from '#server/platform/clock.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { listBlocked } from '#server/payments/schedules/due-sets.queries.ts';
import { fileCredits } from '#server/payments/operator/payout-credits.queries.ts';
import {
  areTracesInUse,
  type CollectedEntry,
  countAchFiles,
  findAchFile,
  findLastSequence,
  insertAchFile,
  lockAchFiles,
  lockCollectedEntries,
} from './bank-files.queries.ts';
import { findBusinessDay, lockBusinessDay, markFiled } from './business-days.queries.ts';
import { holdDraft } from './hold-draft.command.ts';
import {
  collectPostedCredits,
  holdDoubtfulCredits,
  listWritableCredits,
  postLeavingDraws,
  type WritableCredit,
} from './payout-credits.command.ts';
import { tellOfLateCredits } from './tell-of-late-credits.ts';

/** A bank may return an entry for 60 days, some for longer; trace numbers aren't reused until then. */
const TRACE_NUMBERS_REST_DAYS = 120;

/**
 * Makes a business day's bank file, once: file, entry numbers and the day's mark share one transaction under the day's
 * lock. A day without drafts and credits has no file. A late one joins the next file; one that can't be written is set aside
 * with the reason.
 * Throws if any are waiting and no bank is configured.
 */
export async function makeBankFile(services: Services, businessOn: Day): Promise<void> {
  await holdDoubtfulCredits(services);
  const isFiled = (await findBusinessDay(services.database, businessOn))?.filedAt != null;
  if (!isFiled) await postLeavingDraws(services, businessOn);
  await collectPostedCredits(services);
  await inTransaction(services.database, async (transaction) => {
    const day = await lockBusinessDay(transaction, businessOn);
    if (day.filedAt !== null) return;
    await lockAchFiles(transaction);
    const moment = services.clock.moment();
    const drafts = await listWritable(services, transaction, businessOn);
    const credits = await listWritableCredits(services, transaction, businessOn);
    const isEmpty = drafts.length === 0 && credits.length === 0;
    // Money moves on the next banking day, also when the day is closed late.
    const effectiveOn = nextBusinessDay(laterDay(moment.today, businessOn), services.institution.calendar);
    const days = { businessOn, effectiveOn };
    const fileId = isEmpty ? null : await write(services, transaction, days, { drafts, credits }, moment);
    await markFiled(transaction, businessOn, { fileId, at: moment.at });
    await tellOfLateCredits(services, transaction, { ...days, fileId, at: moment.at });
  });
}

interface WritableDraft {
  readonly entryId: number;
  readonly debit: BankDebit;
}

/** Sets bad drafts aside, so they don't block the file. */
async function listWritable(services: Services, transaction: Transaction, through: Day): Promise<WritableDraft[]> {
  const drafts: WritableDraft[] = [];
  const collected = await lockCollectedEntries(transaction, through);
  const read = collected.map((entry) => ({ entry, debit: toDebit(services, entry) }));
  const isBlocked = await readBlocks(
    services,
    transaction,
    read.flatMap(({ debit }) => (debit.ok ? [debit.value] : [])),
  );
  for (const { entry, debit } of read) {
    const reason = debit.ok ? findDraftProblem(debit.value, isBlocked) : debit.error;
    if (debit.ok && reason === undefined) drafts.push({ entryId: entry.entryId, debit: debit.value });
    else await holdDraft(services, transaction, entry, { reason: reason ?? '', by: null });
  }
  return drafts;
}

type IsBlocked = (debit: BankDebit) => boolean;

/** Returns which of the accounts a bank has refused by now, in one statement for the whole file. */
export async function readBlocks(
  services: Services,
  transaction: Transaction,
  debits: readonly BankDebit[],
): Promise<IsBlocked> {
  const indexOf = (debit: BankDebit) => indexBankAccount(services, debit);
  const blocked = await listBlocked(transaction, debits.map(indexOf));
  return (debit) => blocked.has(Buffer.from(indexOf(debit)).toString('hex'));
}

/** Returns why a draft must not leave, such as that a bank refused its account after the customer paid from it. */
export function findDraftProblem(debit: BankDebit, isBlocked: IsBlocked): string | undefined {
  const refused = 'a bank has refused its account; cancel it, or release the account first';
  return findEntryProblem(debit) ?? (isBlocked(debit) ? refused : undefined);
}

async function write(
  services: Services,
  transaction: Transaction,
  { businessOn, effectiveOn }: { readonly businessOn: Day; readonly effectiveOn: Day },
  { drafts, credits }: { readonly drafts: readonly WritableDraft[]; readonly credits: readonly WritableCredit[] },
  { at, today, wallTime }: Moment,
): Promise<number> {
  const { bankFile: origin } = services.institution;
  if (!origin) throw new Error('Bank drafts or credits are waiting, but institution.json names no bank (bankFile)');
  const bankId = bankIdOf(origin);
  const idModifier = await nextIdModifier(services, transaction, bankId, today);
  const entries = { debits: drafts.map(({ debit }) => debit), credits: credits.map(({ credit }) => credit) };
  const firstSequence = await nextSequence(transaction, bankId, countEntries({ origin, ...entries }), at);
  const created = { createdOn: today, createdAt: wallTime, idModifier };
  const file = writeBankFile({ origin, businessOn, effectiveOn, ...created, ...entries, firstSequence });
  const debitCents = addCents(...entries.debits.map(({ amountCents }) => amountCents));
  const creditCents = addCents(...entries.credits.map(({ amountCents }) => amountCents));
  const contentHash = createHash('sha256').update(file.text).digest();
  const fileId = await insertAchFile(
    transaction,
    {
      businessOn,
      effectiveOn,
      debitCents,
      creditCount: credits.length,
      creditCents,
      bankId,
      lastSequence: file.lastSequence,
      idModifier,
      contentSealed: services.cipher.encrypt(file.text, identityOf(businessOn)),
      contentHash,
      at,
    },
    drafts.map(({ entryId }, index) => ({ entryId, traceNumber: file.traceNumbers[index] ?? '' })),
  );
  const sent = credits.map(({ payoutId }, index) => ({ payoutId, traceNumber: file.creditTraceNumbers[index] ?? '' }));
  await fileCredits(transaction, fileId, sent);
  const made = { entries: drafts.length, debitCents, credits: credits.length, creditCents };
  const details = { businessOn, effectiveOn, ...made, hash: contentHash.toString('hex') };
  await services.audit.record(transaction, { event: 'bank-file-made', userId: null, details });
  return fileId;
}

/** Throws if the bank already has as many files for this calendar day as modifiers allow. */
async function nextIdModifier(
  { institution }: Services,
  transaction: Transaction,
  bankId: string,
  today: Day,
): Promise<string> {
  const { timeZone } = institution;
  const modifier = fileIdModifiers[await countAchFiles(transaction, bankId, { on: today, timeZone })];
  if (modifier === undefined) {
    throw new Error(
      `${fileIdModifiers.length} files were made today, the limit of the format; the rest leave tomorrow`,
    );
  }
  return modifier;
}

/**
 * Continues from the last file and starts over when the numbers run out.
 * Throws if the first numbers are still recent enough to be returned.
 */
async function nextSequence(
  transaction: Transaction,
  bankId: string,
  count: number,
  at: Temporal.Instant,
): Promise<number> {
  const next = (await findLastSequence(transaction, bankId)) + 1;
  if (next + count - 1 <= MAX_SEQUENCE) return next;
  const since = at.subtract({ hours: 24 * TRACE_NUMBERS_REST_DAYS });
  const [first, last] = [traceNumber(bankId, 1), traceNumber(bankId, Math.min(count, MAX_SEQUENCE))];
  if (await areTracesInUse(transaction, { first, last, since })) {
    throw new Error(
      `Trace numbers start over, but the bank may still return entries of the last ${TRACE_NUMBERS_REST_DAYS} days`,
    );
  }
  return 1;
}

export interface ReadBankFile {
  readonly text: string;
  readonly entryCount: number;
  readonly debitCents: Cents;
  readonly creditCount: number;
  readonly creditCents: Cents;
}

/**
 * Returns a day's bank file as it was made; undefined if it has none.
 * Throws if the stored file was altered.
 */
export async function readBankFile(services: Services, businessOn: Day): Promise<ReadBankFile | undefined> {
  const file = await findAchFile(services.database, businessOn);
  if (!file) return undefined;
  const text = services.cipher.decrypt(file.contentSealed, identityOf(businessOn));
  const hash = createHash('sha256').update(text).digest();
  if (!hash.equals(file.contentHash)) throw new Error(`The stored bank file of ${businessOn} was altered`);
  const { entryCount, debitCents, creditCount, creditCents } = file;
  return { text, entryCount, debitCents, creditCount, creditCents };
}

/** Fails if the draft's numbers can't be opened, for example because they were sealed with another key. */
export function toDebit(services: Services, entry: CollectedEntry): Result<BankDebit> {
  try {
    return success({
      ...unsealNumbers(services, entry, `ach-entry:${entry.paymentId}`),
      sec: entry.sec,
      kind: entry.accountType,
      amountCents: entry.amountCents,
      identification: entry.referenceNumber,
      name: entry.ownerName,
      recurring: entry.timing === 'recurring',
    });
  } catch (error) {
    services.log.error({ err: error, paymentId: entry.paymentId }, 'cannot open the numbers of a bank draft');
    return failure('its account numbers were sealed with another key');
  }
}

function bankIdOf({ bankRoutingNumber }: BankFileSettings): string {
  return bankRoutingNumber.slice(0, 8);
}

function identityOf(businessOn: Day): string {
  return `bank-file:${businessOn}`;
}
