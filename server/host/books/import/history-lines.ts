import { keysOf } from '#common/core/keys-of.ts';
import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents, subtractCents, ZERO } from '#common/core/money.ts';
import { amount, dateUpTo, identifier, oneOf, signedAmount, text } from '#server/platform/import/field-parsers.ts';
import { type ImportLine, type LineProblem, optional, required } from '#server/platform/import/import-columns.ts';

/** The kinds of entries, each with its usual description and its effect on the debt. */
const kinds = {
  payment: { description: 'Payment', lowersDebt: true },
  'payment-returned': { description: 'Payment returned', lowersDebt: false },
  'late-charge': { description: 'Late charge', lowersDebt: false },
  'late-charge-waived': { description: 'Late charge waived', lowersDebt: true },
  fee: { description: 'Fee', lowersDebt: false },
  'fee-waived': { description: 'Fee waived', lowersDebt: true },
  advance: { description: 'Advance', lowersDebt: false },
} as const;

type EntryKind = keyof typeof kinds;

const kindNames = keysOf(kinds);

export function historyColumns(today: Day) {
  return {
    account_number: required(identifier),
    entry_id: required(identifier),
    posted_on: required(dateUpTo(today)),
    kind: required(oneOf(...kindNames)),
    principal: optional(amount, ZERO),
    interest: optional(amount, ZERO),
    fees: optional(amount, ZERO),
    description: optional(text(60), ''),
    returned: optional(oneOf('yes', 'no'), 'no'),
    balance: optional(signedAmount, null),
  };
}

export type HistoryLine = ImportLine<ReturnType<typeof historyColumns>>;

export function historyProblems({ kind, principal, interest, fees, returned }: HistoryLine): LineProblem[] {
  const problems: LineProblem[] = [];
  if (addCents(principal, interest, fees) === 0)
    problems.push({ column: 'principal', reason: 'and interest and fees are all zero' });
  if (/^(late-charge|fee)/.test(kind) && addCents(principal, interest) > 0) {
    problems.push({ column: 'fees', reason: `is the only amount that a ${kind} can have` });
  }
  if (kind === 'advance' && addCents(interest, fees) > 0) {
    problems.push({ column: 'principal', reason: 'is the only amount that an advance can have' });
  }
  if (returned === 'yes' && kind !== 'payment')
    problems.push({ column: 'returned', reason: 'applies only to a payment' });
  return problems;
}

export interface FormerEntry {
  readonly kind: EntryKind;
  readonly description: string;
  /** As customers see them: positive lowers the debt. */
  readonly principalCents: Cents;
  readonly interestCents: Cents;
  readonly otherCents: Cents;
}

export function entryFromLine({ kind, principal, interest, fees, description }: HistoryLine): FormerEntry {
  const { lowersDebt, description: usual } = kinds[kind];
  const signed = (value: Cents) => (lowersDebt ? value : subtractCents(ZERO, value));
  return {
    kind,
    description: description === '' ? usual : description,
    principalCents: signed(principal),
    interestCents: signed(interest),
    otherCents: signed(fees),
  };
}
