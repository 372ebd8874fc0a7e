import type { Day } from '../../core/dates.ts';
import type { Cents } from '../../core/money.ts';
import type { RatePpm } from '../../core/rates.ts';

/** The host's codes, also used on the wire. M 9 defines the kinds; the names within a kind are ours. */
export const typeCodes = {
  loan: 0,
  checking: 1,
  savings: 3,
  certificate: 5,
  otherDeposit: 6,
  note: 7,
  otherInvestment: 8,
  lineOfCredit: 9,
} as const;

export type AccountTypeCode = (typeof typeCodes)[keyof typeof typeCodes];

export type AccountKind = PayableKind | 'deposit' | 'investment';

/** Loans and lines of credit can be paid (C-130). */
export type PayableKind = 'loan' | 'lineOfCredit';

/** One row of the account list. Amounts a kind doesn't have are zero. */
export interface AccountSummary {
  /** Branch-number-check digit, e.g. `101-004417-2`. */
  readonly number: string;
  readonly typeCode: AccountTypeCode;
  readonly description: string;
  /** A code or the host's own word; empty means current (`account-status.ts`). */
  readonly status: string;
  /** The host's hold code; `closed` in it marks a closed account. */
  readonly comment: string;
  readonly balanceCents: Cents;
  readonly availableBalanceCents: Cents;
  readonly rate: RatePpm;
  readonly statementPreference: '' | 'Electronic' | 'Paper';
  readonly dueOn: Day | null;
  readonly amountDueCents: Cents;
  readonly pastDue: boolean;
  readonly installmentCents: Cents;
  readonly feesDueCents: Cents;
  readonly nameOnAccount: string;
  /** Loans only: the original amount, for the progress bar. */
  readonly originalAmountCents: Cents | null;
  readonly paymentsLeft: number | null;
  /** The day through which a core's file gave the figures; null if they are current. */
  readonly figuresAsOf: Day | null;
}

const kinds: Readonly<Record<AccountTypeCode, AccountKind>> = {
  [typeCodes.loan]: 'loan',
  [typeCodes.checking]: 'deposit',
  [typeCodes.savings]: 'deposit',
  [typeCodes.certificate]: 'deposit',
  [typeCodes.otherDeposit]: 'deposit',
  [typeCodes.note]: 'investment',
  [typeCodes.otherInvestment]: 'investment',
  [typeCodes.lineOfCredit]: 'lineOfCredit',
};

export function kindOfAccount(typeCode: AccountTypeCode): AccountKind {
  return kinds[typeCode];
}

const payableKinds = {
  loan: 'loan',
  lineOfCredit: 'lineOfCredit',
  deposit: undefined,
  investment: undefined,
} as const satisfies Record<AccountKind, PayableKind | undefined>;

/** @returns undefined for an account that can't be paid */
export function payableKindOf(typeCode: AccountTypeCode): PayableKind | undefined {
  return payableKinds[kindOfAccount(typeCode)];
}

export function isPayable(account: Pick<AccountSummary, 'typeCode'>): boolean {
  return payableKindOf(account.typeCode) !== undefined;
}

export function isClosed(account: Pick<AccountSummary, 'comment'>): boolean {
  return account.comment.toLowerCase().includes('closed');
}

/** Returns whether a hold code blocks no payments (P 3). */
export function hasOpenHoldCode(holdCode: string): boolean {
  return ['', 'NOX$', 'IRSO'].includes(holdCode.toUpperCase());
}

/** Returns whether a list of an institution, such as of codes that block cards, names the hold code (C-019). */
export function isHoldCodeIn(holdCode: string, codes: readonly string[]): boolean {
  const code = holdCode.trim().toUpperCase();
  return codes.some((listed) => listed.trim().toUpperCase() === code);
}

/** Returns the first two parts of an account number if the institution drops check digits (P 3). */
export function shownAccountNumber(number: string, removeCheckDigit: boolean): string {
  return removeCheckDigit ? number.split('-').slice(0, 2).join('-') : number;
}
