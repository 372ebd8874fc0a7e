import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents, subtractCents, ZERO } from '#common/core/money.ts';
import type { AccountEntry, AccountStatement, InterestOfYear } from '#server/host/host-statements.ts';

export interface StatementFigures extends Omit<AccountStatement, 'entries'> {
  readonly type: 'Statement';
  readonly from: Day;
  readonly through: Day;
  readonly entries: readonly StatementEntry[];
}

export type StatementEntry = Omit<AccountEntry, 'entryId' | 'postedAt'>;

export interface InterestFigures extends Omit<InterestOfYear, 'beforeBooks'> {
  readonly beforeBooks?: InterestOfYear['beforeBooks'];
  readonly type: 'InterestSummary';
  readonly year: number;
  readonly through: Day;
}

export type DocumentFigures = StatementFigures | InterestFigures;

export function statementFigures(statement: AccountStatement, from: Day, through: Day): StatementFigures {
  return { ...statement, type: 'Statement', from, through, entries: statement.entries.map(keptEntry) };
}

function keptEntry({ entryId: _id, postedAt: _at, ...entry }: AccountEntry): StatementEntry {
  return entry;
}

/** Totals the money lent, paid and charged in the period. */
export function totalsOf(entries: readonly StatementEntry[]) {
  const sum = (amounts: readonly Cents[]) => addCents(...amounts);
  const principal = entries.map((entry) => entry.principalCents);
  const fees = entries.map((entry) => entry.otherCents);
  return {
    advancesCents: negated(sum(principal.filter((amount) => amount < 0))),
    principalPaidCents: sum(principal.filter((amount) => amount > 0)),
    interestPaidCents: sum(entries.map((entry) => entry.interestCents)),
    feesChargedCents: negated(sum(fees.filter((amount) => amount < 0))),
    feesPaidCents: sum(fees.filter((amount) => amount > 0)),
  };
}

function negated(amount: Cents): Cents {
  return subtractCents(ZERO, amount);
}
