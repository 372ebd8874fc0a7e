import { findDay } from '../core/dates.ts';
import { rateToPercent } from '../core/rates.ts';
import { dollarsToCents, percentToRate } from '#common/contract/wire-values.ts';
import { toWireAmount } from '../core/money.ts';
import type { AccountSummary } from './rules/account.ts';
import type { AccountListItem } from './accounts.api.ts';

/** The only place that translates between the account list's wire names and ours. */
export function accountToWire(account: AccountSummary): AccountListItem {
  return {
    Number: account.number,
    Type: account.typeCode,
    Description: account.description,
    Balance: toWireAmount(account.balanceCents),
    AvailableBalance: toWireAmount(account.availableBalanceCents),
    Rate: rateToPercent(account.rate),
    Comment: account.comment,
    Status: account.status,
    StatementPreference: account.statementPreference,
    LoanDueDate: account.dueOn,
    LoanAmountDue: toWireAmount(account.amountDueCents),
    LoanPastDue: account.pastDue,
    MonthlyInstallment: toWireAmount(account.installmentCents),
    FeesDue: toWireAmount(account.feesDueCents),
    NameOnAcct: account.nameOnAccount,
    OriginalAmount: account.originalAmountCents === null ? null : toWireAmount(account.originalAmountCents),
    PaymentsLeft: account.paymentsLeft,
    FiguresAsOf: account.figuresAsOf,
  };
}

export function accountFromWire(item: AccountListItem): AccountSummary {
  return {
    number: item.Number,
    typeCode: item.Type,
    description: item.Description,
    status: item.Status,
    comment: item.Comment,
    balanceCents: dollarsToCents(item.Balance),
    availableBalanceCents: dollarsToCents(item.AvailableBalance),
    rate: percentToRate(item.Rate),
    statementPreference: item.StatementPreference,
    dueOn: item.LoanDueDate === null ? null : (findDay(item.LoanDueDate) ?? null),
    amountDueCents: dollarsToCents(item.LoanAmountDue),
    pastDue: item.LoanPastDue,
    installmentCents: dollarsToCents(item.MonthlyInstallment),
    feesDueCents: dollarsToCents(item.FeesDue),
    nameOnAccount: item.NameOnAcct,
    originalAmountCents: item.OriginalAmount === null ? null : dollarsToCents(item.OriginalAmount),
    paymentsLeft: item.PaymentsLeft,
    figuresAsOf: item.FiguresAsOf === null ? null : (findDay(item.FiguresAsOf) ?? null),
  };
}
