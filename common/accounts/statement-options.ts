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
  'historyOptions.hideTransactionDate': hideColumnOption('Date'),
  'historyOptions.hideTime': hideColumnOption('Time'),
  'historyOptions.hideDescription': hideColumnOption('Description'),
  'historyOptions.hidePrincipal': hideColumnOption('Principal'),
  'historyOptions.hideInterest': hideColumnOption('Interest'),
  'historyOptions.hideOther': hideColumnOption('Other'),
  'historyOptions.hideTotalPaymentAmount': hideColumnOption('Total Payment Amount'),
  'historyOptions.hideRunningPrincipalBalance': hideColumnOption('Running Principal Balance'),
  'estatementOptions.alwaysShowToggle': switchOption(false, 'Always shows the e-statement switch'),
  'estatementOptions.enablePaperStatements': switchOption(true, 'Customers may return to paper statements'),
  'estatementOptions.useConfirmDialog': switchOption(false, 'Asks for confirmation before e-statements are turned on'),
  'estatementOptions.manualLoading': switchOption(false, 'Loads the list of statements only on request'),
  'estatementOptions.yearsOffered': numberOption(3, 'Years of statements to choose from, including this one'),
  'estatementOptions.withdrawalText': richTextOption(
    'Explains the consequences of turning e-statements off; must be acknowledged',
  ),
  'estatementOptions.provider': choiceOption(
    ['direct', 'amsive', 'archive'],
    'direct',
    'Shows statements in this portal or at an outside service',
  ),
  'estatementOptions.externalUrl': textOption(
    '',
    'Address of a statement at the outside service; {number}, {date}, {type} and {id} are filled in',
  ),
  'estatementOptions.externalHosts': listOption([], 'Hosts allowed in addresses of statements'),
  'estatementOptions.paymentAddress': listOption([], 'Mailing address for checks, line by line; on payment coupons'),
  'globalOptions.usePayoffQuoteOption': switchOption(false, 'Offers payoff quotes'),
  'payoffOptions.sendPaymentTo': listOption([], 'Mailing address for payoffs, line by line; on payoff quotes'),
} as const;

function hideColumnOption(column: string) {
  return switchOption(false, `Hides the column ${column} of the account history`);
}
