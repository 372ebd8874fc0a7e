import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
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

/** How the bank knows whoever sends the file, as its agreement says. */
export interface BankFileOrigin {
  /** Of the bank that takes the file, and that every trace number begins with. */
  readonly bankRoutingNumber: string;
  readonly bankName: string;
  /** Ten characters that the bank assigned. */
  readonly companyId: string;
  readonly companyName: string;
  /** What customers find on their bank statement, e.g. `LOAN PMT`. */
  readonly entryDescription: string;
  /** The company's own account, which the sum of the file is credited to. */
  readonly settlement: {
    readonly routingNumber: string;
    readonly accountNumber: string;
    readonly kind: BankAccountKind;
  };
}

/** A debit that a customer authorised over the internet (WEB). */
export interface WebDebit {
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly kind: BankAccountKind;
  readonly amountCents: Cents;
  /** What the company knows the payment by; up to 15 characters. */
  readonly identification: string;
  readonly name: string;
  readonly recurring: boolean;
}

export interface BankFilePlan {
  readonly origin: BankFileOrigin;
  readonly businessOn: Day;
  /** The banking day on which the money moves. */
  readonly effectiveOn: Day;
  readonly createdOn: Day;
  /** `HH:MM` */
  readonly createdAt: string;
  readonly debits: readonly [WebDebit, ...WebDebit[]];
  /** The first number of an entry that no file has used. */
  readonly firstSequence: number;
}

export interface BankFile {
  readonly text: string;
  /** Of the debits, in their order. */
  readonly traceNumbers: readonly string[];
  /** The last number of an entry that it uses. */
  readonly lastSequence: number;
}

interface Entry extends Omit<WebDebit, 'kind' | 'recurring' | 'amountCents'> {
  readonly code: string;
  readonly amountCents: number | bigint;
  readonly paymentType: 'R' | 'S' | '';
}

/** Debits and credits in one batch. */
const MIXED_SERVICE = '200';

/** As much as one entry can carry; a larger sum is credited in several. */
const MOST_PER_ENTRY = 9_999_999_999n;

const BATCH_NUMBER = numeric(1, 7);

const debitCodes = { Checking: '27', Savings: '37' } as const;
const creditCodes = { Checking: '22', Savings: '32' } as const;

/**
 * A file of one balanced batch of WEB debits (Nacha Operating Rules, appendix 3):
 * what is drawn from customers is credited to the company's account.
 * @throws RangeError when an amount, a count or the numbers of entries do not fit their fields.
 */
export function writeBankFile(plan: BankFilePlan): BankFile {
  const { origin, debits, firstSequence } = plan;
  const entries = [...debits.map(debitEntry), ...settlementEntries(plan)];
  const traceNumbers = entries.map((_entry, index) => traceNumber(origin.bankRoutingNumber, firstSequence + index));
  const { batch, file } = totals(entries, sumOf(debits));
  const lines = [
    fileHeader(plan),
    batchHeader(plan),
    ...entries.map((entry, index) => entryLine(entry, traceNumbers[index] ?? '')),
    line('8', MIXED_SERVICE, batch, batchTail(origin)),
    line('9', numeric(1, 6), numeric(countBlocks(entries.length + 4), 6), file, ' '.repeat(39)),
  ];
  while (lines.length % LINES_PER_BLOCK !== 0) lines.push(FILLER_LINE);
  return {
    text: lines.map((text) => `${text}\n`).join(''),
    traceNumbers: traceNumbers.slice(0, debits.length),
    lastSequence: firstSequence + entries.length - 1,
  };
}

function fileHeader({ origin, createdOn, createdAt }: BankFilePlan): string {
  return line(
    '1',
    '01',
    ` ${numeric(origin.bankRoutingNumber, 9)}`,
    alphanumeric(origin.companyId, 10),
    shortDate(createdOn),
    createdAt.replace(':', ''),
    'A',
    '094',
    String(LINES_PER_BLOCK),
    '1',
    alphanumeric(origin.bankName, 23),
    alphanumeric(origin.companyName, 23),
    alphanumeric('', 8),
  );
}

function batchHeader({ origin, businessOn, effectiveOn }: BankFilePlan): string {
  return line(
    '5',
    MIXED_SERVICE,
    alphanumeric(origin.companyName, 16),
    alphanumeric('', 20),
    alphanumeric(origin.companyId, 10),
    'WEB',
    alphanumeric(origin.entryDescription, 10),
    shortDate(businessOn),
    shortDate(effectiveOn),
    '   ',
    '1',
    bankIdOf(origin.bankRoutingNumber),
    BATCH_NUMBER,
  );
}

function debitEntry(debit: WebDebit): Entry {
  return { ...debit, code: debitCodes[debit.kind], paymentType: debit.recurring ? 'R' : 'S' };
}

function settlementEntries({ origin, debits }: BankFilePlan): Entry[] {
  const { companyName: name, companyId: identification, settlement } = origin;
  const credit = { ...settlement, name, identification, code: creditCodes[settlement.kind], paymentType: '' } as const;
  const entries: Entry[] = [];
  for (let rest = sumOf(debits); rest > 0n;) {
    const amountCents = rest > MOST_PER_ENTRY ? MOST_PER_ENTRY : rest;
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

/** The fields that batch control and file control have in common; their counts differ in length. */
function totals(entries: readonly Entry[], sum: bigint): { readonly batch: string; readonly file: string } {
  const hash = entryHash(entries.map(({ routingNumber }) => bankIdOf(routingNumber)));
  const money = hash + numeric(sum, 12) + numeric(sum, 12);
  return { batch: numeric(entries.length, 6) + money, file: numeric(entries.length, 8) + money };
}

function batchTail({ companyId, bankRoutingNumber }: BankFileOrigin): string {
  return alphanumeric(companyId, 10) + ' '.repeat(19 + 6) + bankIdOf(bankRoutingNumber) + BATCH_NUMBER;
}

/** The bank's first eight digits, and the number of the entry: unique for as long as there are numbers left. */
function traceNumber(bankRoutingNumber: string, sequence: number): string {
  return bankIdOf(bankRoutingNumber) + numeric(sequence, 7);
}

function sumOf(debits: BankFilePlan['debits']): bigint {
  return debits.reduce((sum, { amountCents }) => sum + BigInt(amountCents), 0n);
}

function bankIdOf(routingNumber: string): string {
  return routingNumber.slice(0, 8);
}
