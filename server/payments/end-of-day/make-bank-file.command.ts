import { createHash } from 'node:crypto';
import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { BankFileSettings } from '#common/institution/institution.ts';
import { nextBusinessDay } from '#common/core/business-days.ts';
import {
  type BankDebit,
  countEntries,
  fileIdModifiers,
  findDebitProblem,
  MAX_SEQUENCE,
  traceNumber,
  writeBankFile,
} from '#server/payments-network/nacha/bank-file.ts';
import type { Moment } from '#server/platform/clock.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { unsealNumbers } from '#server/payments/methods/bank-account-numbers.ts';
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
import { lockBusinessDay, markFiled } from './business-days.queries.ts';
import { holdDraft } from './hold-draft.command.ts';

/** A bank may return an entry for 60 days, some for longer; until then its number is not given again. */
const TRACE_NUMBERS_REST_DAYS = 120;

/**
 * Makes the bank file of a business day, once: the file, the numbers of its entries
 * and that the day has its file are one transaction under the lock of the day. A
 * day without drafts has none. A draft that comes too late goes with the next file,
 * and one that cannot be written is set aside with the reason.
 * @throws Error when drafts wait and no bank takes files from the institution.
 */
export async function makeBankFile(services: Services, businessOn: Day): Promise<void> {
  await inTransaction(services.database, async (transaction) => {
    const day = await lockBusinessDay(transaction, businessOn);
    if (day.filedAt !== null) return;
    await lockAchFiles(transaction);
    const moment = services.clock.moment();
    const drafts = await listWritable(services, transaction, businessOn);
    const [first, ...others] = drafts;
    const fileId = first ? await write(services, transaction, businessOn, [first, ...others], moment) : null;
    await markFiled(transaction, businessOn, { fileId, at: moment.at });
  });
}

interface WritableDraft {
  readonly entryId: number;
  readonly debit: BankDebit;
}

/** One bad draft is set aside and keeps no other from its file. */
async function listWritable(services: Services, transaction: Transaction, through: Day): Promise<WritableDraft[]> {
  const drafts: WritableDraft[] = [];
  for (const entry of await lockCollectedEntries(transaction, through)) {
    const debit = toDebit(services, entry);
    const reason = debit.ok ? findDebitProblem(debit.value) : debit.error;
    if (debit.ok && reason === undefined) drafts.push({ entryId: entry.entryId, debit: debit.value });
    else await holdDraft(services, transaction, entry, { reason: reason ?? '', by: null });
  }
  return drafts;
}

async function write(
  services: Services,
  transaction: Transaction,
  businessOn: Day,
  drafts: readonly [WritableDraft, ...WritableDraft[]],
  { at, today, wallTime }: Moment,
): Promise<number> {
  const { calendar, bankFile: origin } = services.institution;
  if (!origin) throw new Error('Bank drafts wait, and institution.json names no bank that takes files (bankFile)');
  const bankId = bankIdOf(origin);
  // Money moves on the next banking day, also for a day that is made up for later.
  const effectiveOn = nextBusinessDay(today > businessOn ? today : businessOn, calendar);
  const idModifier = await nextIdModifier(services, transaction, bankId, today);
  const [first, ...others] = drafts;
  const debits = [first.debit, ...others.map(({ debit }) => debit)] as const;
  const firstSequence = await nextSequence(transaction, bankId, countEntries({ origin, debits }), at);
  const created = { createdOn: today, createdAt: wallTime, idModifier };
  const file = writeBankFile({ origin, businessOn, effectiveOn, ...created, debits, firstSequence });
  const debitCents = addCents(...debits.map(({ amountCents }) => amountCents));
  const contentHash = createHash('sha256').update(file.text).digest();
  const fileId = await insertAchFile(
    transaction,
    {
      businessOn,
      effectiveOn,
      debitCents,
      bankId,
      lastSequence: file.lastSequence,
      idModifier,
      contentSealed: services.cipher.encrypt(file.text, identityOf(businessOn)),
      contentHash,
      at,
    },
    drafts.map(({ entryId }, index) => ({ entryId, traceNumber: file.traceNumbers[index] ?? '' })),
  );
  await services.audit.record(transaction, {
    event: 'bank-file-made',
    userId: null,
    details: { businessOn, effectiveOn, entries: drafts.length, debitCents, hash: contentHash.toString('hex') },
  });
  return fileId;
}

/** @throws Error when the bank was made as many files on this calendar day as can be told apart. */
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
      `${fileIdModifiers.length} files were made today, and a bank tells no more apart: the rest go tomorrow`,
    );
  }
  return modifier;
}

/**
 * Numbers go on from the last file, and begin anew when they run out: by then
 * those of the first files are too old to come back.
 * @throws Error when they are not.
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
      `The numbers of entries begin anew, and the bank may still return those of ${TRACE_NUMBERS_REST_DAYS} days`,
    );
  }
  return 1;
}

export interface ReadBankFile {
  readonly text: string;
  readonly entryCount: number;
  readonly debitCents: Cents;
}

/**
 * The bank file of a day as it was made; nothing when the day has none.
 * @throws Error when what is kept is not what was made.
 */
export async function readBankFile(services: Services, businessOn: Day): Promise<ReadBankFile | undefined> {
  const file = await findAchFile(services.database, businessOn);
  if (!file) return undefined;
  const text = services.cipher.decrypt(file.contentSealed, identityOf(businessOn));
  const hash = createHash('sha256').update(text).digest();
  if (!hash.equals(file.contentHash)) throw new Error(`The bank file of ${businessOn} is not the one that was made`);
  return { text, entryCount: file.entryCount, debitCents: file.debitCents };
}

/** Fails on a draft whose numbers cannot be opened, as when they were sealed with another key. */
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
    services.log.error({ err: error, paymentId: entry.paymentId }, 'the numbers of a bank draft cannot be opened');
    return failure('its account numbers were sealed with another key');
  }
}

function bankIdOf({ bankRoutingNumber }: BankFileSettings): string {
  return bankRoutingNumber.slice(0, 8);
}

function identityOf(businessOn: Day): string {
  return `bank-file:${businessOn}`;
}
