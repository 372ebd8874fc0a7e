import { type AccountTypeCode, kindOfAccount, typeCodes } from '#common/accounts/rules/account.ts';
import { testSwitches } from '#web/kit/render-screen.tsx';
import { AccountList } from './AccountList.tsx';
import { accountLists } from './account-lists.ts';
import { sampleAccount } from './loan-details/sample-loan.ts';


const listOf = (typeCode: AccountTypeCode) => () => {
  const list = accountLists.find(({ kind }) => kind === kindOfAccount(typeCode));
  if (!list) throw new Error('No list of this kind');
  return <AccountList list={list} accounts={[{ ...sampleAccount, typeCode }]} closedShown={false} wanted="" />;
};

testSwitches('in the list of loans', {
  content: listOf(typeCodes.loan),
  items: 'th',
  hides: {
    'dashboardOptions.hideLoanStatus': 'Status',
    'dashboardOptions.hideLoanAccountNumber': 'Account Number',
    'dashboardOptions.hideLoanDescription': 'Description',
    'dashboardOptions.hideLoanStatementPreference': 'Statement Preference',
    'dashboardOptions.hideLoanBalance': 'Balance',
    'dashboardOptions.hideLoanRate': 'Rate',
    'dashboardOptions.hideLoanComment': 'Comment',
    'dashboardOptions.hideLoanPaymentDueDate': 'Payment Due Date',
    'dashboardOptions.hideLoanMonthlyInstallment': 'Monthly Installment',
    'dashboardOptions.hideLoanFeesDue': 'Fees Due',
    'dashboardOptions.hideLoanAmountDue': 'Amount Due',
  },
});

testSwitches('in the list of deposits', {
  content: listOf(typeCodes.savings),
  items: 'th',
  hides: {
    'dashboardOptions.hideDepositDescription': 'Description',
    'dashboardOptions.hideDepositAccountNumber': 'Account Number',
    'dashboardOptions.hideDepositCurrentBalance': 'Current Balance',
    'dashboardOptions.hideDepositPayableBalance': 'Payable Balance',
  },
});

testSwitches('in the list of lines of credit', {
  content: listOf(typeCodes.lineOfCredit),
  items: 'th',
  hides: {
    'dashboardOptions.hideLineOfCreditDescription': 'Description',
    'dashboardOptions.hideLineOfCreditAccountNumber': 'Account Number',
    'dashboardOptions.hideLineOfCreditCurrentBalance': 'Current Balance',
    'dashboardOptions.hideLineOfCreditPayableBalance': 'Payable Balance',
    'dashboardOptions.hideLineOfCreditRate': 'Rate',
    'dashboardOptions.hideLineOfCreditDueDate': 'Due Date',
    'dashboardOptions.hideLineOfCreditAmountDue': 'Amount Due',
  },
});

testSwitches('in the list of investments', {
  content: listOf(typeCodes.note),
  items: 'th',
  hides: {
    'dashboardOptions.hideInvestmentDescription': 'Description',
    'dashboardOptions.hideInvestmentAccountNumber': 'Account Number',
    'dashboardOptions.hideInvestmentCurrentBalance': 'Current Balance',
    'dashboardOptions.hideInvestmentPayableBalance': 'Payable Balance',
    'dashboardOptions.hideInvestmentRate': 'Rate',
    'dashboardOptions.hideInvestmentName': 'Name',
  },
});
