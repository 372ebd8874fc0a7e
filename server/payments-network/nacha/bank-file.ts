import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import { MAX_BANK_ENTRY_CENTS } from '#common/payments/rules/fees.ts';
import {
  alphanumeric,
  countBlocks,
  entryHash,
  FILLER_LINE,
  line,
  LINES_PER_BLOCK,
  numeric,
  shortDate,
} from './records.ts';

export type BankAccountKind = 'Checking' | 'Savings';

/** The sender's identity at its bank, from their agreement. */
export interface BankFileOrigin {
  /** The bank that takes the file; every trace number starts with it. */
  readonly bankRoutingNumber: string;
  readonly bankName: string;
  readonly companyId: string;
  readonly companyName: string;
  /** Shown on the customer's bank statement, e.g. `LOAN PMT`. */
  readonly entryDescription: string;
  /** The company's own account, credited with the file's total. */
  readonly settlement: {
    readonly routingNumber: string;
    readonly accountNumber: string;
    readonly kind: BankAccountKind;
  };
}

/** WEB: a consumer authorized the debit on the internet. CCD: a company's account. */
export type StandardEntryClass = 'WEB' | 'CCD';

export interface BankDebit {
  readonly sec: StandardEntryClass;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly kind: BankAccountKind;
  readonly amountCents: Cents;
  /** The payment's reference at the company; up to 15 characters. */
  readonly identification: string;
  readonly name: string;
  readonly recurring: boolean;
}

export interface BankFilePlan {
  readonly origin: BankFileOrigin;
  readonly businessOn: Day;
  readonly effectiveOn: Day;
  readonly createdOn: Day;
  /** `HH:MM` */
  readonly createdAt: string;
  /** Distinguishes files of one calendar day; see {@link fileIdModifiers}. */
  readonly idModifier: string;
  readonly debits: readonly [BankDebit, ...BankDebit[]];
  /** The number of the first entry; the others follow. */
  readonly firstSequence: number;
}

export interface BankFile {
  readonly text: string;
  /** Of the debits, in their order. */
  readonly traceNumbers: readonly string[];
  readonly lastSequence: number;
}

interface Entry extends Omit<BankDebit, 'kind' | 'recurring' | 'amountCents' | 'sec'> {
  readonly code: string;
  readonly amountCents: number | bigint;
  readonly paymentType: 'R' | 'S' | '';
}

/** Debits and credits in one batch. */
const MIXED_SERVICE = '200';

/** The highest entry number; the next one is 1 again. */
export const MAX_SEQUENCE = 9_999_999;

/** In order of use for files of one calendar day (Nacha Operating Rules, appendix 3). */
export const fileIdModifiers: readonly string[] = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');

const MAX_ACCOUNT_NUMBER_LENGTH = 17;

const debitCodes = { Checking: '27', Savings: '37' } as const;
const creditCodes = { Checking: '22', Savings: '32' } as const;

/**
 * Returns why a debit fits no entry, for an operator and without account numbers; undefined if it fits. A truncated
 * number would be another account's.
 */
export function findDebitProblem(debit: BankDebit): string | undefined {
  if (!Number.isInteger(debit.amountCents) || debit.amountCents <= 0) return 'the amount is not a positive one';
  if (debit.amountCents > MAX_BANK_ENTRY_CENTS) return 'the amount is larger than an entry can carry';
  if (!/^\d{9}$/.test(debit.routingNumber)) return 'the routing number does not have nine digits';
  if (!/^[0-9A-Za-z -]+$/.test(debit.accountNumber)) return 'the account number has characters that no entry can carry';
  if (debit.accountNumber.length > MAX_ACCOUNT_NUMBER_LENGTH) return 'the account number has more than 17 characters';
  return undefined;
}

/** Counts the entries of a file, including its balancing credits. */
export function countEntries({ debits, ...plan }: Pick<BankFilePlan, 'debits' | 'origin'>): number {
  return batchesOf(debits).reduce((sum, batch) => sum + entriesOf(plan.origin, batch).length, 0);
}

/**
 * Writes a file of balanced batches, one per entry class (Nacha Operating Rules, appendix 3): debits from customers,
 * credits to the company.
 * @throws RangeError if an amount, a count or an entry number doesn't fit its field
 */
export function writeBankFile(plan: BankFilePlan): BankFile {
  const { origin, debits } = plan;
  const batches = batchesOf(debits);
  const traceNumbers = debits.map(() => '');
  const written: Entry[] = [];
  const lines = [fileHeader(plan)];
  for (const [index, batch] of batches.entries()) {
    const entries = entriesOf(origin, batch);
    const places = placesOf(debits, batch[0].sec);
    const number = numeric(index + 1, 7);
    lines.push(batchHeader(plan, batch[0].sec, number));
    for (const [position, entry] of entries.entries()) {
      const trace = traceNumber(origin.bankRoutingNumber, plan.firstSequence + written.length);
      const place = places[position];
      if (place !== undefined) traceNumbers[place] = trace;
      lines.push(entryLine(entry, trace));
      written.push(entry);
    }
    lines.push(batchControl(origin, batch, entries, number));
  }
  lines.push(fileControl(debits, written, batches.length, lines.length + 1));
  while (lines.length % LINES_PER_BLOCK !== 0) lines.push(FILLER_LINE);
  return {
    text: lines.map((text) => `${text}\n`).join(''),
    traceNumbers,
    lastSequence: plan.firstSequence + written.length - 1,
  };
}

type Batch = BankFilePlan['debits'];

function batchesOf(debits: Batch): Batch[] {
  const batches: Batch[] = [];
  for (const sec of ['WEB', 'CCD'] as const) {
    const [first, ...others] = debits.filter((debit) => debit.sec === sec);
    if (first) batches.push([first, ...others]);
  }
  return batches;
}

function placesOf(debits: Batch, sec: StandardEntryClass): number[] {
  return debits.flatMap((debit, place) => (debit.sec === sec ? [place] : []));
}

function entriesOf(origin: BankFileOrigin, batch: Batch): Entry[] {
  return [...batch.map(debitEntry), ...settlementEntries(origin, batch)];
}

function fileHeader({ origin, createdOn, createdAt, idModifier }: BankFilePlan): string {
  return line(
    '1',
    '01',
    ` ${numeric(origin.bankRoutingNumber, 9)}`,
    alphanumeric(origin.companyId, 10),
    shortDate(createdOn),
    createdAt.replace(':', ''),
    alphanumeric(idModifier, 1),
    '094',
    String(LINES_PER_BLOCK),
    '1',
    alphanumeric(origin.bankName, 23),
    alphanumeric(origin.companyName, 23),
    alphanumeric('', 8),
  );
}

function batchHeader(
  { origin, businessOn, effectiveOn }: BankFilePlan,
  sec: StandardEntryClass,
  batchNumber: string,
): string {
  return line(
    '5',
    MIXED_SERVICE,
    alphanumeric(origin.companyName, 16),
    alphanumeric('', 20),
    alphanumeric(origin.companyId, 10),
    sec,
    alphanumeric(origin.entryDescription, 10),
    shortDate(businessOn),
    shortDate(effectiveOn),
    '   ',
    '1',
    bankIdOf(origin.bankRoutingNumber),
    batchNumber,
  );
}

function debitEntry(debit: BankDebit): Entry {
  const paymentType = debit.sec === 'CCD' ? '' : debit.recurring ? 'R' : 'S';
  return { ...debit, code: debitCodes[debit.kind], paymentType };
}

function settlementEntries(origin: BankFileOrigin, debits: Batch): Entry[] {
  const { companyName: name, companyId: identification, settlement } = origin;
  const credit = { ...settlement, name, identification, code: creditCodes[settlement.kind], paymentType: '' } as const;
  const entries: Entry[] = [];
  for (let rest = sumOf(debits); rest > 0n;) {
    // A larger sum is credited in several entries.
    const amountCents = rest > MAX_BANK_ENTRY_CENTS ? BigInt(MAX_BANK_ENTRY_CENTS) : rest;
    entries.push({ ...credit, amountCents });
    rest -= amountCents;
  }
  return entries;
}

function entryLine(entry: Entry, trace: string): string {
  return line(
    '6',
    entry.code,
    numeric(entry.routingNumber, 9),
    alphanumeric(entry.accountNumber, 17),
    numeric(entry.amountCents, 10),
    alphanumeric(entry.identification, 15),
    alphanumeric(entry.name, 22),
    alphanumeric(entry.paymentType, 2),
    '0',
    trace,
  );
}

function batchControl(origin: BankFileOrigin, batch: Batch, entries: readonly Entry[], batchNumber: string): string {
  return line(
    '8',
    MIXED_SERVICE,
    numeric(entries.length, 6),
    totals(entries, sumOf(batch)),
    alphanumeric(origin.companyId, 10),
    ' '.repeat(19 + 6),
    bankIdOf(origin.bankRoutingNumber),
    batchNumber,
  );
}

function fileControl(debits: Batch, entries: readonly Entry[], batches: number, lines: number): string {
  return line(
    '9',
    numeric(batches, 6),
    numeric(countBlocks(lines), 6),
    numeric(entries.length, 8),
    totals(entries, sumOf(debits)),
    ' '.repeat(39),
  );
}

function totals(entries: readonly Entry[], sum: bigint): string {
  const hash = entryHash(entries.map(({ routingNumber }) => bankIdOf(routingNumber)));
  return hash + numeric(sum, 12) + numeric(sum, 12);
}

/** The bank's first eight digits, then the entry number. */
export function traceNumber(bankRoutingNumber: string, sequence: number): string {
  return bankIdOf(bankRoutingNumber) + numeric(sequence, 7);
}

function sumOf(debits: Batch): bigint {
  return debits.reduce((sum, { amountCents }) => sum + BigInt(amountCents), 0n);
}

function bankIdOf(routingNumber: string): string {
  return routingNumber.slice(0, 8);
}
