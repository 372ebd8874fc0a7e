import type { SwitchKey } from '#common/contract/all-options.ts';
import type { AccountKind } from '#common/accounts/rules/account.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { depositDetailsPath, loanDetailsPath } from '#web/paths.ts';
import type { AccountColumnId } from './account-columns.tsx';

export interface AccountListPlan {
  readonly kind: AccountKind;
  readonly heading: TextKey;
  readonly info: TextKey;
  readonly columns: readonly AccountColumnPlan[];
  readonly sortedBy: AccountColumnId;
  readonly detailsPath: (accountNumber: string) => string;
  /** Rows have no link while the institution accepts no easy payments (M 2). */
  readonly closedWithoutEasyPay: boolean;
}

export interface AccountColumnPlan {
  readonly id: AccountColumnId;
  readonly header: TextKey;
  readonly tooltip?: TextKey;
  readonly hideWhen: SwitchKey;
}

const listOfKind: { readonly [Kind in AccountKind]: AccountListPlan & { readonly kind: Kind } } = {
  loan: {
    kind: 'loan',
    heading: 'loanList.heading',
    info: 'loanList.info',
    sortedBy: 'dueOn',
    detailsPath: loanDetailsPath,
    closedWithoutEasyPay: true,
    columns: [
      { id: 'status', header: 'loanList.status', hideWhen: 'dashboardOptions.hideLoanStatus' },
      { id: 'number', header: 'loanList.accountNumber', hideWhen: 'dashboardOptions.hideLoanAccountNumber' },
      { id: 'description', header: 'loanList.description', hideWhen: 'dashboardOptions.hideLoanDescription' },
      {
        id: 'statementPreference',
        header: 'loanList.statementPreference',
        hideWhen: 'dashboardOptions.hideLoanStatementPreference',
      },
      { id: 'balance', header: 'loanList.balance', hideWhen: 'dashboardOptions.hideLoanBalance' },
      { id: 'rate', header: 'loanList.rate', hideWhen: 'dashboardOptions.hideLoanRate' },
      { id: 'comment', header: 'loanList.comment', hideWhen: 'dashboardOptions.hideLoanComment' },
      { id: 'dueOn', header: 'loanList.paymentDueDate', hideWhen: 'dashboardOptions.hideLoanPaymentDueDate' },
      {
        id: 'installment',
        header: 'loanList.monthlyInstallment',
        hideWhen: 'dashboardOptions.hideLoanMonthlyInstallment',
      },
      { id: 'feesDue', header: 'loanList.feesDue', hideWhen: 'dashboardOptions.hideLoanFeesDue' },
      {
        id: 'amountDue',
        header: 'loanList.amountDue',
        tooltip: 'loanList.amountDueTooltip',
        hideWhen: 'dashboardOptions.hideLoanAmountDue',
      },
    ],
  },
  deposit: {
    kind: 'deposit',
    heading: 'depositList.heading',
    info: 'depositList.info',
    sortedBy: 'description',
    detailsPath: depositDetailsPath,
    closedWithoutEasyPay: false,
    columns: [
      { id: 'description', header: 'depositList.description', hideWhen: 'dashboardOptions.hideDepositDescription' },
      { id: 'number', header: 'depositList.accountNumber', hideWhen: 'dashboardOptions.hideDepositAccountNumber' },
      { id: 'balance', header: 'depositList.currentBalance', hideWhen: 'dashboardOptions.hideDepositCurrentBalance' },
      {
        id: 'availableBalance',
        header: 'depositList.payableBalance',
        hideWhen: 'dashboardOptions.hideDepositPayableBalance',
      },
    ],
  },
  lineOfCredit: {
    kind: 'lineOfCredit',
    heading: 'lineOfCreditList.heading',
    info: 'lineOfCreditList.info',
    sortedBy: 'dueOn',
    detailsPath: loanDetailsPath,
    closedWithoutEasyPay: true,
    columns: [
      {
        id: 'description',
        header: 'lineOfCreditList.description',
        hideWhen: 'dashboardOptions.hideLineOfCreditDescription',
      },
      {
        id: 'number',
        header: 'lineOfCreditList.accountNumber',
        hideWhen: 'dashboardOptions.hideLineOfCreditAccountNumber',
      },
      {
        id: 'balance',
        header: 'lineOfCreditList.currentBalance',
        hideWhen: 'dashboardOptions.hideLineOfCreditCurrentBalance',
      },
      {
        id: 'availableBalance',
        header: 'lineOfCreditList.payableBalance',
        hideWhen: 'dashboardOptions.hideLineOfCreditPayableBalance',
      },
      { id: 'rate', header: 'lineOfCreditList.rate', hideWhen: 'dashboardOptions.hideLineOfCreditRate' },
      { id: 'dueOn', header: 'lineOfCreditList.dueDate', hideWhen: 'dashboardOptions.hideLineOfCreditDueDate' },
      { id: 'amountDue', header: 'lineOfCreditList.amountDue', hideWhen: 'dashboardOptions.hideLineOfCreditAmountDue' },
    ],
  },
  investment: {
    kind: 'investment',
    heading: 'investmentList.heading',
    info: 'investmentList.info',
    sortedBy: 'description',
    detailsPath: depositDetailsPath,
    closedWithoutEasyPay: false,
    columns: [
      {
        id: 'description',
        header: 'investmentList.description',
        hideWhen: 'dashboardOptions.hideInvestmentDescription',
      },
      {
        id: 'number',
        header: 'investmentList.accountNumber',
        hideWhen: 'dashboardOptions.hideInvestmentAccountNumber',
      },
      {
        id: 'balance',
        header: 'investmentList.currentBalance',
        hideWhen: 'dashboardOptions.hideInvestmentCurrentBalance',
      },
      {
        id: 'availableBalance',
        header: 'investmentList.payableBalance',
        hideWhen: 'dashboardOptions.hideInvestmentPayableBalance',
      },
      { id: 'rate', header: 'investmentList.rate', hideWhen: 'dashboardOptions.hideInvestmentRate' },
      { id: 'name', header: 'investmentList.name', hideWhen: 'dashboardOptions.hideInvestmentName' },
    ],
  },
};

export const accountLists: readonly AccountListPlan[] = Object.values(listOfKind);
