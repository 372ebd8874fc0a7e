import { countOf } from '#common/core/counts.ts';
import { type Cents, cents } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { countBlocks, entryHash, LINE_LENGTH } from './records.ts';

export type BankNotice = ReturnNotice | ChangeNotice;

interface AboutEntry {
  readonly originalTrace: string;
  /** Whether the entry drew money or sent it. Trace numbers are reused, also by the other kind. */
  readonly direction: 'debit' | 'credit';
}

/** The entry was not paid, or the customer's bank reversed it. */
export interface ReturnNotice extends AboutEntry {
  readonly kind: 'return';
  /** For example R01. */
  readonly code: string;
  readonly amountCents: Cents;
}

/** The entry was paid, but its account numbers have changed. */
export interface ChangeNotice extends AboutEntry {
  readonly kind: 'change';
  /** For example C01. */
  readonly code: string;
  /** As the bank wrote it; its meaning depends on the code. */
  readonly corrected: string;
}

interface Totals {
  entries: number;
  readonly bankIds: string[];
  debit: bigint;
  credit: bigint;
}

/** Transaction codes of debits; the others are credits. */
const debitCode = /^[2-5][5-9]$/;

/** Codes in the Nacha Operating Rules: returns in appendix 4, changes in appendix 5. */
const returnCode = /^R(0[1-9]|[1-7]\d|8[0-5])$/;
const changeCode = /^C(0[1-9]|1[0-4])$/;

/**
 * Reads a file of returns and notifications of change, all or nothing: a wrong total means that something is missing.
 * Trailing blanks of the file header and control may be missing, since editors and mail programs cut them.
 * Returns the notices in file order, or the problem with its line number.
 */
export function readReturnFile(text: string): Result<readonly BankNotice[]> {
  const reader = new ReturnReader();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const content = /^[19]/.test(line) ? line.padEnd(LINE_LENGTH) : line;
    const problem =
      content.length === LINE_LENGTH ? reader.take(content) : `has ${countOf(content.length, 'character')}, not 94`;
    if (problem !== undefined) return failure(`line ${index + 1}: ${problem}`);
  }
  return reader.isComplete ? success(reader.notices) : failure('the file ends without a file control');
}

class ReturnReader {
  readonly notices: BankNotice[] = [];
  readonly #file = noTotals();
  #batch: Totals | undefined;
  #entry: string | undefined;
  #complete = false;
  #lines = 0;
  #batches = 0;

  get isComplete(): boolean {
    return this.#complete;
  }

  /** Returns the problem with the line, or undefined. */
  take(content: string): string | undefined {
    if (this.#complete) return /^9+$/.test(content) ? undefined : 'comes after the file control';
    this.#lines += 1;
    if ((this.#lines === 1) !== content.startsWith('1')) {
      return this.#lines === 1 ? 'the file does not begin with a file header' : 'is a second file header';
    }
    switch (content.charAt(0)) {
      case '1':
        return undefined;
      case '5':
        if (this.#batch) return 'a batch begins within another';
        this.#batch = noTotals();
        this.#batches += 1;
        return undefined;
      case '6':
        return this.#takeEntry(content);
      case '7':
        return this.#takeAddenda(content);
      case '8':
        return this.#endBatch(content);
      case '9':
        return this.#endFile(content);
      default:
        return 'is of no known kind';
    }
  }

  #takeEntry(content: string): string | undefined {
    if (!this.#batch) return 'an entry stands outside of a batch';
    if (this.#entry !== undefined) return 'the entry before it does not say why it comes back';
    if (!/^6\d{11}.{17}\d{10}.{39}1\d{15}$/.test(content)) return 'is not a returned entry';
    this.#entry = content;
    count(this.#batch, content);
    count(this.#file, content);
    return undefined;
  }

  #takeAddenda(content: string): string | undefined {
    const entry = this.#entry;
    if (entry === undefined || !this.#batch) return 'an addendum belongs to no entry';
    this.#entry = undefined;
    this.#batch.entries += 1;
    this.#file.entries += 1;
    const [code, originalTrace] = [content.slice(3, 6), content.slice(6, 21)];
    if (!/^\d{15}$/.test(originalTrace)) return 'names no entry that it is about';
    const about = { originalTrace, direction: directionOf(entry) };
    if (content.startsWith('799') && returnCode.test(code)) {
      this.notices.push({ kind: 'return', code, ...about, amountCents: amountOf(entry) });
      return undefined;
    }
    if (!content.startsWith('798') || !changeCode.test(code)) return 'is neither a return nor a notification of change';
    this.notices.push({ kind: 'change', code, ...about, corrected: content.slice(35, 64).trimEnd() });
    return undefined;
  }

  #endBatch(content: string): string | undefined {
    const batch = this.#batch;
    if (!batch || this.#entry !== undefined) return 'a batch ends that did not begin, or within an entry';
    this.#batch = undefined;
    return compare(batch, { entries: content.slice(4, 10), money: content.slice(10, 44) });
  }

  #endFile(content: string): string | undefined {
    if (this.#batch) return 'the file ends within a batch';
    this.#complete = true;
    const [batches, blocks] = [Number(content.slice(1, 7)), Number(content.slice(7, 13))];
    if (batches !== this.#batches) return `states ${countOf(batches, 'batch', 'batches')} of ${this.#batches}`;
    if (blocks !== countBlocks(this.#lines)) return `states ${countOf(blocks, 'block')} of ${countBlocks(this.#lines)}`;
    return compare(this.#file, { entries: content.slice(13, 21), money: content.slice(21, 55) });
  }
}

function noTotals(): Totals {
  return { entries: 0, bankIds: [], debit: 0n, credit: 0n };
}

function count(totals: Totals, entry: string): void {
  totals.entries += 1;
  totals.bankIds.push(entry.slice(3, 11));
  if (directionOf(entry) === 'debit') totals.debit += BigInt(amountOf(entry));
  else totals.credit += BigInt(amountOf(entry));
}

function compare(totals: Totals, stated: { readonly entries: string; readonly money: string }): string | undefined {
  if (Number(stated.entries) !== totals.entries)
    return `states ${countOf(Number(stated.entries), 'entry', 'entries')} of ${totals.entries}`;
  const money = [entryHash(totals.bankIds), pad(totals.debit), pad(totals.credit)].join('');
  return stated.money === money ? undefined : 'states other totals than its entries add up to';
}

function pad(sum: bigint): string {
  return String(sum).padStart(12, '0');
}

function directionOf(entry: string): AboutEntry['direction'] {
  return debitCode.test(entry.slice(1, 3)) ? 'debit' : 'credit';
}

function amountOf(entry: string): Cents {
  return cents(Number(entry.slice(29, 39)));
}
