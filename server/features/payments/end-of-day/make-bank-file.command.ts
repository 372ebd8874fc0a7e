import { createHash } from 'node:crypto';
import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import type { BankFileSettings } from '#common/institution/institution.ts';
import { nextBusinessDay } from '#common/rules/dates/business-days.ts';
import { type WebDebit, writeBankFile } from '#server/payments-network/nacha/bank-file.ts';
import type { Moment } from '#server/platform/clock.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { unsealNumbers } from '../bank-account-numbers.ts';
import {
  type CollectedEntry,
  findAchFile,
  findLastSequence,
  insertAchFile,
  lockCollectedEntries,
} from './bank-files.queries.ts';
import { lockBusinessDay, markFiled } from './business-days.queries.ts';

/**
 * Makes the bank file of a business day, once: the file, the numbers of its entries
 * and that the day has its file are one transaction under the lock of the day. A
 * day without drafts has none. A draft that comes too late goes with the next file.
 * @throws Error when drafts wait and no bank takes files from the institution.
 */
export async function makeBankFile(services: Services, businessOn: Day): Promise<void> {
  const moment = services.clock.moment();
  await inTransaction(services.database, async (transaction) => {
    const day = await lockBusinessDay(transaction, businessOn);
    if (day.filedAt !== null) return;
    const entries = await lockCollectedEntries(transaction, businessOn);
    const [first, ...others] = entries;
    const fileId = first ? await write(services, transaction, businessOn, [first, ...others], moment) : null;
    await markFiled(transaction, businessOn, { fileId, at: moment.at });
  });
}

async function write(
  services: Services,
  transaction: Transaction,
  businessOn: Day,
  entries: readonly [CollectedEntry, ...CollectedEntry[]],
  { at, today, wallTime }: Moment,
): Promise<number> {
  const { calendar, bankFile: origin } = services.institution;
  if (!origin) throw new Error('Bank drafts wait, and institution.json names no bank that takes files (bankFile)');
  const bankId = bankIdOf(origin);
  // Money moves on the next banking day, also for a day that is made up for later.
  const effectiveOn = nextBusinessDay(today > businessOn ? today : businessOn, calendar);
  const [first, ...others] = entries;
  const file = writeBankFile({
    origin,
    businessOn,
    effectiveOn,
    createdOn: today,
    createdAt: wallTime,
    debits: [toDebit(services, first), ...others.map((entry) => toDebit(services, entry))],
    firstSequence: (await findLastSequence(transaction, bankId)) + 1,
  });
  const debitCents = addCents(...entries.map(({ amountCents }) => amountCents));
  const contentHash = createHash('sha256').update(file.text).digest();
  const fileId = await insertAchFile(
    transaction,
    {
      businessOn,
      effectiveOn,
      debitCents,
      bankId,
      lastSequence: file.lastSequence,
      contentSealed: services.cipher.encrypt(file.text, identityOf(businessOn)),
      contentHash,
      at,
    },
    entries.map(({ entryId }, index) => ({ entryId, traceNumber: file.traceNumbers[index] ?? '' })),
  );
  await services.audit.record(transaction, {
    event: 'bank-file-made',
    userId: null,
    details: { businessOn, effectiveOn, entries: entries.length, debitCents, hash: contentHash.toString('hex') },
  });
  return fileId;
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

function toDebit(services: Services, entry: CollectedEntry): WebDebit {
  return {
    ...unsealNumbers(services, entry, `ach-entry:${entry.paymentId}`),
    kind: entry.accountType,
    amountCents: entry.amountCents,
    identification: entry.referenceNumber,
    name: entry.ownerName,
    recurring: entry.timing === 'recurring',
  };
}

function bankIdOf({ bankRoutingNumber }: BankFileSettings): string {
  return bankRoutingNumber.slice(0, 8);
}

function identityOf(businessOn: Day): string {
  return `bank-file:${businessOn}`;
}
