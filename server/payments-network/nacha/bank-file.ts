import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import { MAX_BANK_ENTRY_CENTS } from '#common/payments/rules/fees.ts';
import type { BankFileSettings } from '#common/institution/institution.ts';
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

/** WEB: a consumer authorized the debit on the internet. CCD: a company's account. */
export type StandardEntryClass = 'WEB' | 'CCD';

/** PPD: a consumer's account. CCD: a company's account. */
export type CreditEntryClass = 'PPD' | 'CCD';

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

/** Money sent to a customer's account, such as an overpayment. */
export interface BankCredit extends Omit<BankDebit, 'sec' | 'recurring'> {
  readonly sec: CreditEntryClass;
  /** Drawn on a line of credit; otherwise a refund. */
  readonly isDraw?: boolean;
}

export interface BankFilePlan {
  readonly origin: BankFileSettings;
  readonly businessOn: Day;
  readonly effectiveOn: Day;
  readonly createdOn: Day;
  /** `HH:MM` */
  readonly createdAt: string;
  /** Distinguishes files of one calendar day; see {@link fileIdModifiers}. */
  readonly idModifier: string;
  /** Debits and credits have at least one entry together. */
  readonly debits: readonly BankDebit[];
  readonly credits: readonly BankCredit[];
  /** The number of the first entry; the others follow. */
  readonly firstSequence: number;
}

export interface BankFile {
  readonly text: string;
  /** Of the debits, in their order. */
  readonly traceNumbers: readonly string[];
  /** Of the credits, in their order. */
  readonly creditTraceNumbers: readonly string[];
  readonly lastSequence: number;
}

interface Entry {
  readonly code: string;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly amountCents: number | bigint;
  readonly identification: string;
  readonly name: string;
  readonly paymentType: 'R' | 'S' | '';
}

/** Entries of one class and direction, with those of the company's account that balance them. */
interface Batch {
  readonly sec: StandardEntryClass | CreditEntryClass;
  readonly description: string;
  readonly entries: readonly Entry[];
  /** Where the customers' entries stand among the debits or credits of the plan. */
  readonly places: readonly number[];
  readonly sends: boolean;
  readonly sum: bigint;
}

/** Debits and credits in one batch. */
const MIXED_SERVICE = '200';

/** Shown on the customer's bank statement. */
const creditDescriptions = ['REFUND', 'ADVANCE'] as const;

/** The highest entry number; the next one is 1 again. */
export const MAX_SEQUENCE = 9_999_999;

/** In order of use for files of one calendar day (Nacha Operating Rules, appendix 3). */
export const fileIdModifiers: readonly string[] = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');

const MAX_ACCOUNT_NUMBER_LENGTH = 17;

const debitCodes = { Checking: '27', Savings: '37' } as const;
const creditCodes = { Checking: '22', Savings: '32' } as const;

/**
 * Returns why a debit or credit fits no entry, for an operator and without account numbers; undefined if it fits. A truncated
 * number would be another account's.
 */
export function findEntryProblem(
  debit: Pick<BankDebit, 'amountCents' | 'routingNumber' | 'accountNumber'>,
): string | undefined {
  if (!Number.isInteger(debit.amountCents) || debit.amountCents <= 0) return 'the amount is not a positive one';
  if (debit.amountCents > MAX_BANK_ENTRY_CENTS) return 'the amount is larger than an entry can carry';
  if (!/^\d{9}$/.test(debit.routingNumber)) return 'the routing number does not have nine digits';
  if (!/^[0-9A-Za-z -]+$/.test(debit.accountNumber)) return 'the account number has characters that no entry can carry';
  if (debit.accountNumber.length > MAX_ACCOUNT_NUMBER_LENGTH) return 'the account number has more than 17 characters';
  return undefined;
}

/** Counts the entries of a file, including those of the company's account that balance it. */
export function countEntries(plan: Pick<BankFilePlan, 'debits' | 'credits' | 'origin'>): number {
  return batchesOf(plan).reduce((sum, { entries }) => sum + entries.length, 0);
}

/**
 * Writes a file of balanced batches, one per entry class and direction (Nacha Operating Rules, appendix 3): debits from
 * customers with credits to the company, and credits to customers with debits from the company.
 * @throws RangeError if an amount, a count or an entry number doesn't fit its field
 */
export function writeBankFile(plan: BankFilePlan): BankFile {
  const { origin } = plan;
  const batches = batchesOf(plan);
  const traceNumbers: string[] = [];
  const creditTraceNumbers: string[] = [];
  const written: Entry[] = [];
  const lines = [fileHeader(plan)];
  for (const [index, batch] of batches.entries()) {
    const number = numeric(index + 1, 7);
    lines.push(batchHeader(plan, batch, number));
    for (const [position, entry] of batch.entries.entries()) {
      const trace = traceNumber(origin.bankRoutingNumber, plan.firstSequence + written.length);
      const place = batch.places[position];
      if (place !== undefined) (batch.sends ? creditTraceNumbers : traceNumbers)[place] = trace;
      lines.push(entryLine(entry, trace));
      written.push(entry);
    }
    lines.push(batchControl(origin, batch, number));
  }
  lines.push(fileControl(batches, written, lines.length + 1));
  while (lines.length % LINES_PER_BLOCK !== 0) lines.push(FILLER_LINE);
  return {
    text: lines.map((text) => `${text}\n`).join(''),
    traceNumbers,
    creditTraceNumbers,
    lastSequence: plan.firstSequence + written.length - 1,
  };
}

/** Batches without entries are left out. */
function batchesOf({ origin, debits, credits }: Pick<BankFilePlan, 'debits' | 'credits' | 'origin'>): Batch[] {
  const drawn = (['WEB', 'CCD'] as const).map((sec): Batch => {
    const places = placesOf(debits, sec);
    const ofClass = debits.filter((debit) => debit.sec === sec);
    const sum = sumOf(ofClass);
    const entries = [...ofClass.map(debitEntry), ...settlementEntries(origin, sum, creditCodes)];
    return { sec, description: origin.entryDescription, entries, places, sends: false, sum };
  });
  const kinds = (['PPD', 'CCD'] as const).flatMap((sec) =>
    creditDescriptions.map((description) => ({ sec, description })),
  );
  const sent = kinds.map(({ sec, description }): Batch => {
    const isOfKind = (credit: BankCredit) =>
      credit.sec === sec && (credit.isDraw === true) === (description === 'ADVANCE');
    const places = credits.flatMap((credit, place) => (isOfKind(credit) ? [place] : []));
    const ofClass = credits.filter(isOfKind);
    const sum = sumOf(ofClass);
    const entries = [...ofClass.map(creditEntry), ...settlementEntries(origin, sum, debitCodes)];
    return { sec, description, entries, places, sends: true, sum };
  });
  return [...drawn, ...sent].filter(({ places }) => places.length > 0);
}

function placesOf(entries: readonly { readonly sec: string }[], sec: string): number[] {
  return entries.flatMap((entry, place) => (entry.sec === sec ? [place] : []));
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
  { sec, description }: Batch,
  batchNumber: string,
): string {
  return line(
    '5',
    MIXED_SERVICE,
    alphanumeric(origin.companyName, 16),
    alphanumeric('', 20),
    alphanumeric(origin.companyId, 10),
    sec,
    alphanumeric(description, 10),
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

function creditEntry(credit: BankCredit): Entry {
  return { ...credit, code: creditCodes[credit.kind], paymentType: '' };
}

/** @param codes of credits, which take what was drawn, or of debits, which pay what is sent */
function settlementEntries(
  origin: BankFileSettings,
  sum: bigint,
  codes: Readonly<Record<BankAccountKind, string>>,
): Entry[] {
  const { companyName: name, companyId: identification, settlement } = origin;
  const own = { ...settlement, name, identification, code: codes[settlement.kind], paymentType: '' } as const;
  const entries: Entry[] = [];
  for (let rest = sum; rest > 0n;) {
    // A larger sum takes several entries.
    const amountCents = rest > MAX_BANK_ENTRY_CENTS ? BigInt(MAX_BANK_ENTRY_CENTS) : rest;
    entries.push({ ...own, amountCents });
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

function batchControl(origin: BankFileSettings, { entries, sum }: Batch, batchNumber: string): string {
  return line(
    '8',
    MIXED_SERVICE,
    numeric(entries.length, 6),
    totals(entries, sum),
    alphanumeric(origin.companyId, 10),
    ' '.repeat(19 + 6),
    bankIdOf(origin.bankRoutingNumber),
    batchNumber,
  );
}

function fileControl(batches: readonly Batch[], entries: readonly Entry[], lines: number): string {
  const sum = batches.reduce((total, batch) => total + batch.sum, 0n);
  return line(
    '9',
    numeric(batches.length, 6),
    numeric(countBlocks(lines), 6),
    numeric(entries.length, 8),
    totals(entries, sum),
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

function sumOf(entries: readonly { readonly amountCents: Cents }[]): bigint {
  return entries.reduce((sum, { amountCents }) => sum + BigInt(amountCents), 0n);
}

function bankIdOf(routingNumber: string): string {
  return routingNumber.slice(0, 8);
}
