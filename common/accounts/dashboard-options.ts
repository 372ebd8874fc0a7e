import { listOption, richTextOption, switchOption, urlOption } from '#common/contract/option-kinds.ts';

/** M 2: every column of every list can be hidden. */
export const dashboardOptions = {
  'dashboardOptions.bannerImage': urlOption('Banner image above the dashboard'),
  'dashboardOptions.infoText': richTextOption('Information above the account lists'),
  'dashboardOptions.hideNextPayment': switchOption(false, 'Hides the next payment above the account lists'),
  'dashboardOptions.hideFiguresAsOf': switchOption(
    false,
    "Hides through which day the figures are those of a core's files",
  ),
  'dashboardOptions.hideComingUp': switchOption(false, 'Hides what is due and paid in the next 30 days'),
  'dashboardOptions.hideWelcome': switchOption(false, 'Hides what is worth setting up, at the first sign-in'),
  'dashboardOptions.hideToDo': switchOption(
    false,
    'Hides loans past due and cards about to expire above the account lists',
  ),
  'dashboardOptions.hideLoanStatus': hidesColumn('Status', 'Loans'),
  'dashboardOptions.hideLoanAccountNumber': hidesColumn('Account Number', 'Loans'),
  'dashboardOptions.hideLoanDescription': hidesColumn('Description', 'Loans'),
  'dashboardOptions.hideLoanStatementPreference': hidesColumn('Statement Preference', 'Loans'),
  'dashboardOptions.hideLoanBalance': hidesColumn('Balance', 'Loans'),
  'dashboardOptions.hideLoanRate': hidesColumn('Rate', 'Loans'),
  'dashboardOptions.hideLoanComment': hidesColumn('Comment', 'Loans'),
  'dashboardOptions.holdCodeWords': listOption(
    [],
    'Texts for the host\'s hold codes, each as CODE=words; CODE= hides one, and any other code that blocks payments shows "On hold"',
  ),
  'dashboardOptions.hideLoanPaymentDueDate': hidesColumn('Payment Due Date', 'Loans'),
  'dashboardOptions.hideLoanMonthlyInstallment': hidesColumn('Monthly Installment', 'Loans'),
  'dashboardOptions.hideLoanFeesDue': hidesColumn('Fees Due', 'Loans'),
  'dashboardOptions.hideLoanAmountDue': hidesColumn('Amount Due', 'Loans'),
  'dashboardOptions.hideDepositDescription': hidesColumn('Description', 'Deposits'),
  'dashboardOptions.hideDepositAccountNumber': hidesColumn('Account Number', 'Deposits'),
  'dashboardOptions.hideDepositCurrentBalance': hidesColumn('Current Balance', 'Deposits'),
  'dashboardOptions.hideDepositPayableBalance': hidesColumn('Payable Balance', 'Deposits'),
  'dashboardOptions.hideLineOfCreditDescription': hidesColumn('Description', 'Lines of credit'),
  'dashboardOptions.hideLineOfCreditAccountNumber': hidesColumn('Account Number', 'Lines of credit'),
  'dashboardOptions.hideLineOfCreditCurrentBalance': hidesColumn('Current Balance', 'Lines of credit'),
  'dashboardOptions.hideLineOfCreditPayableBalance': hidesColumn('Payable Balance', 'Lines of credit'),
  'dashboardOptions.hideLineOfCreditRate': hidesColumn('Rate', 'Lines of credit'),
  'dashboardOptions.hideLineOfCreditDueDate': hidesColumn('Due Date', 'Lines of credit'),
  'dashboardOptions.hideLineOfCreditAmountDue': hidesColumn('Amount Due', 'Lines of credit'),
  'dashboardOptions.hideInvestmentDescription': hidesColumn('Description', 'Investments'),
  'dashboardOptions.hideInvestmentAccountNumber': hidesColumn('Account Number', 'Investments'),
  'dashboardOptions.hideInvestmentCurrentBalance': hidesColumn('Current Balance', 'Investments'),
  'dashboardOptions.hideInvestmentPayableBalance': hidesColumn('Payable Balance', 'Investments'),
  'dashboardOptions.hideInvestmentRate': hidesColumn('Rate', 'Investments'),
  'dashboardOptions.hideInvestmentName': hidesColumn('Name', 'Investments'),
} as const;

function hidesColumn(column: string, list: string) {
  return switchOption(false, `Hides the column ${column} of ${list}`);
}
