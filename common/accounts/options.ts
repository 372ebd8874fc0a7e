import { listOption, serverOnly, switchOption } from '#common/contract/option-kinds.ts';

/** M 2, M 4, M 6: every item can be hidden. */
export const accountOptions = {
  'globalOptions.useInsuranceOption': switchOption(false, 'Shows insurance sold with a loan'),
  'globalOptions.useTextMessagesOption': switchOption(false, 'Offers alerts and notifications by text message'),
  'globalOptions.noAlertHoldCodes': serverOnly(
    listOption([], 'Hold codes, such as of a bankruptcy, with which a loan sends no alerts by email or text message'),
  ),
  'loanDetailsOptions.hideAccountNumber': hideItemOption('the account number'),
  'loanDetailsOptions.hideAddress': hideItemOption('the mailing address'),
  'loanDetailsOptions.hidePaymentDue': hideItemOption('payment due'),
  'loanDetailsOptions.hidePaymentAmount': hideItemOption('payment amount'),
  'loanDetailsOptions.hideDefaultPaymentMethod': hideItemOption('the default payment method'),
  'loanDetailsOptions.hideInterestRate': hideItemOption('the interest rate'),
  'loanDetailsOptions.hideYearToDateInterest': hideItemOption('year-to-date interest'),
  'loanDetailsOptions.hideAvailableCredit': hideItemOption('available credit'),
  'loanDetailsOptions.hideOriginationDate': hideItemOption('the origination date'),
  'loanDetailsOptions.hideLateFees': hideItemOption('late fees'),
  'loanDetailsOptions.hideMiscFees': hideItemOption('misc fees'),
  'loanDetailsOptions.hideLastPaymentDate': hideItemOption('the last payment date'),
  'loanDetailsOptions.hideLastTransaction': hideItemOption('the last transaction'),
  'loanDetailsOptions.hideLastYearInterest': hideItemOption('last-year interest'),
  'loanDetailsOptions.hideTotalAmountDue': hideItemOption('the total amount due'),
  'loanDetailsOptions.hideMakePayment': hideItemOption('the payment link'),
  'loanDetailsOptions.hideHideAccount': hideItemOption('the button that hides the loan from the web'),
  'loanDetailsOptions.hideDocumentCenterLink': hideItemOption('the link to the document center'),
  'loanDetailsOptions.hideRecurringPayment': hideItemOption('the recurring payment'),
  'loanDetailsOptions.hideScheduledPayments': hideItemOption('the scheduled payments'),
  'loanDetailsOptions.hideAlerts': hideItemOption('the alert preferences'),
  'loanDetailsOptions.hideBalance': hideItemOption('the balance and progress beside the amount due'),
  'loanDetailsOptions.hideBalanceChart': hideItemOption('the balance over the life of the loan'),
  'loanDetailsOptions.hidePayingExtra': hideItemOption('the effect of paying extra'),
  'loanDetailsOptions.hideWherePaymentsWent': hideItemOption('where payments went'),
  'applicationOptions.hideStatus': hideColumnOption('Status'),
  'applicationOptions.hideApplication': hideColumnOption('Application'),
  'applicationOptions.hideAmountRequested': hideColumnOption('Amount Requested'),
  'applicationOptions.hideAmountApproved': hideColumnOption('Amount Approved'),
  'applicationOptions.hideLastModified': hideColumnOption('Last Modified'),
  'applicationOptions.hideBranchOffice': hideColumnOption('BranchOffice'),
  'applicationOptions.hideDetailPersonalName': hideDetailOption('the name'),
  'applicationOptions.hideDetailApplicationNumber': hideDetailOption('the application number'),
  'applicationOptions.hideDetailStatus': hideDetailOption('the status'),
  'applicationOptions.hideDetailAmountRequested': hideDetailOption('the amount requested'),
  'applicationOptions.hideDetailAmountApproved': hideDetailOption('the amount approved'),
  'applicationOptions.hideDetailLastModified': hideDetailOption('the day of the last change'),
  'applicationOptions.hideDetailFundsExpected': hideDetailOption('the day on which funds are expected'),
} as const;

function hideItemOption(item: string) {
  return switchOption(false, `Hides ${item} in loan details`);
}

function hideColumnOption(column: string) {
  return switchOption(false, `Hides the column ${column} of Applications`);
}

function hideDetailOption(item: string) {
  return switchOption(false, `Hides ${item} in application details`);
}
