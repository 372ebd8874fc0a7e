import type { Day } from '#common/core/dates.ts';
import { type Cents, subtractCents, ZERO } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import { failure, success } from '#common/core/results.ts';
import type { InstitutionLengths } from '#common/institution/institution-lengths.ts';
import { type AccountTypeCode, isPayable, typeCodes } from '#common/accounts/rules/account.ts';
import type { DepositsTable } from '../books-tables.ts';
import type { NewAccount } from '../write-books.queries.ts';
import {
  date,
  dateUpTo,
  identifier,
  oneOf,
  ratePercent,
  signedAmount,
  text,
} from '#server/platform/import/field-parsers.ts';
import {
  type FieldParser,
  type ImportLine,
  type LineProblem,
  optional,
  required,
} from '#server/platform/import/import-columns.ts';

const knownCodes = Object.values(typeCodes);

const typeCode: FieldParser<AccountTypeCode> = (typed) => {
  const found = knownCodes.find((code) => String(code) === typed);
  return found === undefined ? failure(`is not one of ${knownCodes.join(', ')}`) : success(found);
};

/** The accounts file covers all kinds of account. */
export function accountColumns(today: Day) {
  return {
    account_number: required(identifier),
    customer_id: required(identifier),
    type_code: required(typeCode),
    description: required(text(60)),
    opened_on: required(dateUpTo(today)),
    hold_code: optional(text(10), ''),
    status: optional(text(30), ''),
    statement_preference: optional(oneOf('Electronic', 'Paper'), '' as const),
    rate: optional(ratePercent, ratePpm(0)),
    balance: optional(signedAmount, null),
    available_balance: optional(signedAmount, null),
    maturity_on: optional(date, null),
    name_on_account: optional(text(100), ''),
  };
}

export type AccountLine = ImportLine<ReturnType<typeof accountColumns>>;

/** Checks that involve several columns. */
export function accountProblems(line: AccountLine): LineProblem[] {
  if (isLoanLine(line)) {
    return (['balance', 'available_balance', 'maturity_on'] as const)
      .filter((column) => line[column] !== null)
      .map((column) => ({ column, reason: 'belongs in the loans file for a loan or line of credit' }));
  }
  if (line.balance === null) return [{ column: 'balance', reason: 'is required' }];
  return heldCents(line) < 0 ? [{ column: 'available_balance', reason: 'is more than the balance' }] : [];
}

/** Registration brings what customers enter into the institution's shape, and would not find another one. */
export function unlikelyNumber(
  line: Pick<AccountLine, 'account_number' | 'type_code'>,
  lengths: InstitutionLengths,
): LineProblem[] {
  const kind = isLoanLine(line) ? 'Loan' : 'Deposit';
  const parts = ([`${kind}OfficeLength`, `${kind}AccountLength`, `${kind}CheckDigitLength`] as const)
    .map((name) => ({ name, digits: lengths[name] }))
    .filter(({ digits }) => digits > 0);
  const shape = new RegExp(`^${parts.map(({ digits }) => `\\d{${digits}}`).join('-')}$`);
  if (parts.length === 0 || shape.test(line.account_number)) return [];
  const example = parts.map(({ digits }) => '0'.repeat(digits)).join('-');
  const names = parts.map(({ name }) => name).join(', ');
  return [
    {
      column: 'account_number',
      reason: `does not look like ${example} (${names} of institutionOptions); its owner could not register with it`,
    },
  ];
}

export function isLoanLine(line: Pick<AccountLine, 'type_code'>): boolean {
  return isPayable({ typeCode: line.type_code });
}

export function accountFromLine(line: AccountLine, accountId: number): NewAccount {
  return {
    account_id: accountId,
    account_number: line.account_number,
    customer_id: line.customer_id,
    type_code: line.type_code,
    description: line.description,
    opened_on: line.opened_on,
    hold_code: line.hold_code,
    status: line.status,
    statement_preference: line.statement_preference,
    rate_ppm: line.rate,
    name_on_account: line.name_on_account,
    hidden_from_web: false,
  };
}

export function depositFromLine(line: AccountLine, accountId: number): DepositsTable {
  return {
    account_id: accountId,
    balance_cents: line.balance ?? ZERO,
    held_cents: heldCents(line),
    maturity_on: line.maturity_on,
  };
}

function heldCents({ balance, available_balance: available }: AccountLine): Cents {
  return balance === null || available === null ? ZERO : subtractCents(balance, available);
}
