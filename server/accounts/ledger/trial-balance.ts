import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents, formatHundredths, maxCents, subtractCents, ZERO } from '#common/core/money.ts';
import type { LedgerReports, TrialBalanceLine } from '#server/host/ledger-reports.ts';
import { toCsv } from '#server/platform/csv.ts';

export interface TrialBalance {
  readonly lines: readonly TrialBalanceLine[];
  /** The sum of the day's debits, which equals that of its credits. */
  readonly movedCents: Cents;
  /** The sum of the debit balances, which equals that of the credit balances. */
  readonly openingCents: Cents;
  readonly closingCents: Cents;
}

/**
 * Reads every account of the general ledger on a day that is over.
 * @throws Error if debits and credits differ; a wrong balance must not leave
 */
export async function readTrialBalance(reports: LedgerReports, on: Day): Promise<TrialBalance> {
  const lines = await reports.readTrialBalance(on);
  const total = (pick: (line: TrialBalanceLine) => Cents) => addCents(ZERO, ...lines.map(pick));
  const isBalanced =
    total(({ openingCents }) => openingCents) === 0 &&
    total(({ closingCents }) => closingCents) === 0 &&
    total(({ debitCents }) => debitCents) === total(({ creditCents }) => creditCents);
  if (!isBalanced) throw new Error(`The ledger of ${on} is not balanced`);
  return {
    lines,
    movedCents: total(({ debitCents }) => debitCents),
    openingCents: total(({ openingCents }) => debitOf(openingCents)),
    closingCents: total(({ closingCents }) => debitOf(closingCents)),
  };
}

export function trialBalanceCsv(on: Day, { lines }: TrialBalance): string {
  return toCsv(
    [
      'day',
      'ledger_account',
      'name',
      'opening_debit',
      'opening_credit',
      'debit',
      'credit',
      'closing_debit',
      'closing_credit',
    ],
    lines.map(({ ledgerCode, name, openingCents, debitCents, creditCents, closingCents }) => [
      on,
      ledgerCode,
      name,
      ...[debitOf(openingCents), creditOf(openingCents), debitCents, creditCents].map(formatHundredths),
      ...[debitOf(closingCents), creditOf(closingCents)].map(formatHundredths),
    ]),
  );
}

function debitOf(balanceCents: Cents): Cents {
  return maxCents(balanceCents, ZERO);
}

function creditOf(balanceCents: Cents): Cents {
  return maxCents(subtractCents(ZERO, balanceCents), ZERO);
}
