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
  'dashboardOptions.hideLoanStatus': hideColumnOption('Status', 'Loans'),
  'dashboardOptions.hideLoanAccountNumber': hideColumnOption('Account Number', 'Loans'),
  'dashboardOptions.hideLoanDescription': hideColumnOption('Description', 'Loans'),
  'dashboardOptions.hideLoanStatementPreference': hideColumnOption('Statement Preference', 'Loans'),
  'dashboardOptions.hideLoanBalance': hideColumnOption('Balance', 'Loans'),
  'dashboardOptions.hideLoanRate': hideColumnOption('Rate', 'Loans'),
  'dashboardOptions.hideLoanComment': hideColumnOption('Comment', 'Loans'),
  'dashboardOptions.holdCodeWords': listOption(
    [],
    'Texts for the host\'s hold codes, each as CODE=words; CODE= hides one, and any other code that blocks payments shows "On hold"',
  ),
  'dashboardOptions.hideLoanPaymentDueDate': hideColumnOption('Payment Due Date', 'Loans'),
  'dashboardOptions.hideLoanMonthlyInstallment': hideColumnOption('Monthly Installment', 'Loans'),
  'dashboardOptions.hideLoanFeesDue': hideColumnOption('Fees Due', 'Loans'),
  'dashboardOptions.hideLoanAmountDue': hideColumnOption('Amount Due', 'Loans'),
  'dashboardOptions.hideDepositDescription': hideColumnOption('Description', 'Deposits'),
  'dashboardOptions.hideDepositAccountNumber': hideColumnOption('Account Number', 'Deposits'),
  'dashboardOptions.hideDepositCurrentBalance': hideColumnOption('Current Balance', 'Deposits'),
  'dashboardOptions.hideDepositPayableBalance': hideColumnOption('Payable Balance', 'Deposits'),
  'dashboardOptions.hideLineOfCreditDescription': hideColumnOption('Description', 'Lines of credit'),
  'dashboardOptions.hideLineOfCreditAccountNumber': hideColumnOption('Account Number', 'Lines of credit'),
  'dashboardOptions.hideLineOfCreditCurrentBalance': hideColumnOption('Current Balance', 'Lines of credit'),
  'dashboardOptions.hideLineOfCreditPayableBalance': hideColumnOption('Payable Balance', 'Lines of credit'),
  'dashboardOptions.hideLineOfCreditRate': hideColumnOption('Rate', 'Lines of credit'),
  'dashboardOptions.hideLineOfCreditDueDate': hideColumnOption('Due Date', 'Lines of credit'),
  'dashboardOptions.hideLineOfCreditAmountDue': hideColumnOption('Amount Due', 'Lines of credit'),
  'dashboardOptions.hideInvestmentDescription': hideColumnOption('Description', 'Investments'),
  'dashboardOptions.hideInvestmentAccountNumber': hideColumnOption('Account Number', 'Investments'),
  'dashboardOptions.hideInvestmentCurrentBalance': hideColumnOption('Current Balance', 'Investments'),
  'dashboardOptions.hideInvestmentPayableBalance': hideColumnOption('Payable Balance', 'Investments'),
  'dashboardOptions.hideInvestmentRate': hideColumnOption('Rate', 'Investments'),
  'dashboardOptions.hideInvestmentName': hideColumnOption('Name', 'Investments'),
} as const;

function hideColumnOption(column: string, list: string) {
  return switchOption(false, `Hides the column ${column} of ${list}`);
}
