import { addCents, type Cents, subtractCents, ZERO } from '#common/core/money.ts';
import { typeCodes } from '#common/accounts/rules/account.ts';
import type { DepositsTable } from '#server/host/books/books-tables.ts';
import { payoffOn } from '#server/host/books/payoff.ts';
import { loanColumns, noHolds } from '#server/host/books/loan-columns.ts';
import { ledger } from '#server/host/books/ledger-codes.ts';
import type { LoanState } from '#server/host/books/loan-state.ts';
import { credit, debit, type NewTransfer } from '#server/host/books/transfer.ts';
import type { NewAccount, NewLoan, NewOpening } from '#server/host/books/write-books.queries.ts';
import type { AccountPlan, DepositPlan, LinePlan, LoanPlan } from './account-plan.ts';
import { type HistoryContext, toTransfer } from './history-context.ts';
import { simulateLoan } from './simulate-loan.ts';

export interface OpenedAccount {
  readonly account: NewAccount;
  readonly loan?: NewLoan;
  readonly opening?: NewOpening;
  readonly deposit?: DepositsTable;
  readonly transfers: readonly NewTransfer[];
}

/** Makes an account's rows and transfers from its plan. */
export function openAccount(plan: AccountPlan, accountId: number, context: HistoryContext): OpenedAccount {
  if (plan.kind === 'deposit') return openDeposit(plan, accountId, context);
  const { loan, transfers } = simulateLoan(plan, accountId, context);
  const paidOff = plan.kind === 'loan' && payoffOn(loan, context.today) === 0;
  const holdCode = paidOff ? 'CLOSED' : (plan.holdCode ?? '');
  return {
    account: { ...accountRow(plan, accountId), hold_code: holdCode, status: paidOff ? 'Closed' : '' },
    loan: loanRow(plan, loan),
    ...(plan.takenOver ? { opening: { ...nothingKnown, account_id: accountId, began_on: plan.takenOver.on } } : {}),
    transfers,
  };
}

const nothingKnown = {
  interest_this_year_cents: null,
  interest_last_year_cents: null,
  fees_this_year_cents: null,
  paid_principal_cents: null,
  paid_interest_cents: null,
  paid_fees_cents: null,
  last_paid_on: null,
  last_paid_cents: null,
};

function openDeposit(plan: DepositPlan, accountId: number, context: HistoryContext): OpenedAccount {
  const happened = plan.movements.filter((movement) => movement.on < context.today);
  const transfers = happened.map(({ on, amountCents, description }) =>
    toTransfer(
      { on, description, minute: 8 * 60, postings: depositLines(accountId, amountCents, description) },
      context.timeZone,
    ),
  );
  return {
    account: accountRow(plan, accountId),
    deposit: {
      account_id: accountId,
      balance_cents: addCents(...happened.map((movement) => movement.amountCents)),
      held_cents: plan.heldCents ?? ZERO,
      maturity_on: plan.maturityOn ?? null,
    },
    transfers,
  };
}

function depositLines(accountId: number, amountCents: Cents, description: string) {
  const other = description === INTEREST_PAID ? ledger.depositInterest : ledger.cash;
  return amountCents > 0
    ? [debit(other, null, amountCents), credit(ledger.deposits, accountId, amountCents)]
    : [
        debit(ledger.deposits, accountId, subtractCents(ZERO, amountCents)),
        credit(other, null, subtractCents(ZERO, amountCents)),
      ];
}

/** Posted against interest expense; all other movements against cash. */
export const INTEREST_PAID = 'Interest paid';

function accountRow(plan: AccountPlan, accountId: number): NewAccount {
  return {
    account_id: accountId,
    account_number: plan.number,
    customer_id: plan.customerId,
    type_code: plan.kind === 'deposit' ? plan.typeCode : typeCodes[plan.kind],
    description: plan.description,
    opened_on: plan.openedOn,
    hold_code: plan.holdCode ?? '',
    status: '',
    statement_preference: plan.statementPreference,
    rate_ppm: plan.rate,
    name_on_account: plan.nameOnAccount,
    hidden_from_web: false,
  };
}

function loanRow(plan: LoanPlan | LinePlan, loan: LoanState): NewLoan {
  return {
    original_amount_cents: plan.kind === 'loan' ? plan.amountCents : ZERO,
    term_payments: plan.kind === 'loan' ? plan.periods : null,
    ...noHolds,
    ...plan.flags,
    ...loanColumns(loan),
  };
}
