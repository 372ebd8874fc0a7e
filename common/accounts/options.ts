import { listOption, serverOnly, switchOption } from '#common/contract/option-kinds.ts';

/** M 2, M 4, M 6: every item can be hidden. */
export const accountOptions = {
  'globalOptions.useInsuranceOption': switchOption(false, 'Shows insurance sold with a loan'),
  'globalOptions.useTextMessagesOption': switchOption(false, 'Offers alerts and notifications by text message'),
  'globalOptions.noAlertHoldCodes': serverOnly(
    listOption([], 'Hold codes, such as of a bankruptcy, with which a loan sends no alerts by email or text message'),
  ),
  'loanDetailsOptions.hideAccountNumber': hidesItem('the account number'),
  'loanDetailsOptions.hideAddress': hidesItem('the mailing address'),
  'loanDetailsOptions.hidePaymentDue': hidesItem('payment due'),
  'loanDetailsOptions.hidePaymentAmount': hidesItem('payment amount'),
  'loanDetailsOptions.hideDefaultPaymentMethod': hidesItem('the default payment method'),
  'loanDetailsOptions.hideInterestRate': hidesItem('the interest rate'),
  'loanDetailsOptions.hideYearToDateInterest': hidesItem('year-to-date interest'),
  'loanDetailsOptions.hideAvailableCredit': hidesItem('available credit'),
  'loanDetailsOptions.hideOriginationDate': hidesItem('the origination date'),
  'loanDetailsOptions.hideLateFees': hidesItem('late fees'),
  'loanDetailsOptions.hideMiscFees': hidesItem('misc fees'),
  'loanDetailsOptions.hideLastPaymentDate': hidesItem('the last payment date'),
  'loanDetailsOptions.hideLastTransaction': hidesItem('the last transaction'),
  'loanDetailsOptions.hideLastYearInterest': hidesItem('last-year interest'),
  'loanDetailsOptions.hideTotalAmountDue': hidesItem('the total amount due'),
  'loanDetailsOptions.hideMakePayment': hidesItem('the payment link'),
  'loanDetailsOptions.hideHideAccount': hidesItem('the button that hides the loan from the web'),
  'loanDetailsOptions.hideDocumentCenterLink': hidesItem('the link to the document center'),
  'loanDetailsOptions.hideRecurringPayment': hidesItem('the recurring payment'),
  'loanDetailsOptions.hideScheduledPayments': hidesItem('the scheduled payments'),
  'loanDetailsOptions.hideAlerts': hidesItem('the alert preferences'),
  'loanDetailsOptions.hideBalance': hidesItem('the balance and progress beside the amount due'),
  'loanDetailsOptions.hideBalanceChart': hidesItem('the balance over the life of the loan'),
  'loanDetailsOptions.hidePayingExtra': hidesItem('the effect of paying extra'),
  'loanDetailsOptions.hideWherePaymentsWent': hidesItem('where payments went'),
  'applicationOptions.hideStatus': hidesColumn('Status'),
  'applicationOptions.hideApplication': hidesColumn('Application'),
  'applicationOptions.hideAmountRequested': hidesColumn('Amount Requested'),
  'applicationOptions.hideAmountApproved': hidesColumn('Amount Approved'),
  'applicationOptions.hideLastModified': hidesColumn('Last Modified'),
  'applicationOptions.hideBranchOffice': hidesColumn('BranchOffice'),
  'applicationOptions.hideDetailPersonalName': hidesDetail('the name'),
  'applicationOptions.hideDetailApplicationNumber': hidesDetail('the application number'),
  'applicationOptions.hideDetailStatus': hidesDetail('the status'),
  'applicationOptions.hideDetailAmountRequested': hidesDetail('the amount requested'),
  'applicationOptions.hideDetailAmountApproved': hidesDetail('the amount approved'),
  'applicationOptions.hideDetailLastModified': hidesDetail('the day of the last change'),
  'applicationOptions.hideDetailFundsExpected': hidesDetail('the day on which funds are expected'),
} as const;

function hidesItem(item: string) {
  return switchOption(false, `Hides ${item} in loan details`);
}

function hidesColumn(column: string) {
  return switchOption(false, `Hides the column ${column} of Applications`);
}

function hidesDetail(item: string) {
  return switchOption(false, `Hides ${item} in application details`);
}
