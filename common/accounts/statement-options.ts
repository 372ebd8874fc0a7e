import {
  choiceOption,
  listOption,
  numberOption,
  richTextOption,
  switchOption,
  textOption,
} from '#common/contract/option-kinds.ts';

export const statementOptions = {
  'loanDetailsOptions.hideHistory': switchOption(false, 'Hides the account history'),
  'loanDetailsOptions.hideEStatements': switchOption(false, 'Hides the e-statements'),
  'historyOptions.hideTransactionDate': hidesColumn('Date'),
  'historyOptions.hideTime': hidesColumn('Time'),
  'historyOptions.hideDescription': hidesColumn('Description'),
  'historyOptions.hidePrincipal': hidesColumn('Principal'),
  'historyOptions.hideInterest': hidesColumn('Interest'),
  'historyOptions.hideOther': hidesColumn('Other'),
  'historyOptions.hideTotalPaymentAmount': hidesColumn('Total Payment Amount'),
  'historyOptions.hideRunningPrincipalBalance': hidesColumn('Running Principal Balance'),
  'estatementOptions.alwaysShowToggle': switchOption(false, 'Shows the e-statement switch in any case'),
  'estatementOptions.enablePaperStatements': switchOption(true, 'Customers may go back to paper statements'),
  'estatementOptions.useConfirmDialog': switchOption(false, 'Asks once more before e-statements are turned on'),
  'estatementOptions.manualLoading': switchOption(false, 'The list of statements is fetched only when asked for'),
  'estatementOptions.yearsOffered': numberOption(3, 'Years of statements to choose from, this one included'),
  'estatementOptions.withdrawalText': richTextOption('What turning e-statements off means; it must be acknowledged'),
  'estatementOptions.provider': choiceOption(
    ['direct', 'amsive', 'archive'],
    'direct',
    'Who shows statements: this portal, or an outside service',
  ),
  'estatementOptions.externalUrl': textOption(
    '',
    'Address of a statement at the outside service; {number}, {date}, {type} and {id} are filled in',
  ),
  'estatementOptions.externalHosts': listOption([], 'Hosts that addresses of statements may lead to'),
  'estatementOptions.paymentAddress': listOption([], 'Where checks are mailed to, line by line; on payment coupons'),
  'globalOptions.usePayoffQuoteOption': switchOption(false, 'Offers payoff quotes'),
  'payoffOptions.sendPaymentTo': listOption([], 'Where a payoff is sent, line by line; on payoff quotes'),
} as const;

function hidesColumn(column: string) {
  return switchOption(false, `Hides the column ${column} of the account history`);
}
