/** Options that no test sees at work yet. Only gets shorter. */
export const untestedOptions: readonly string[] = [
  'loginOptions.singleSignOnAudience',
  'loginOptions.ruleNotPortionOfLogon',
  'loginOptions.ruleNotContainLogon',
  'loginOptions.announcementText',
  'loginOptions.announcementMode',
  'recoveryOptions.credentialExpiration',
  'globalOptions.cdnFolder',
  'globalOptions.faviconUrl',
  'paymentOptions.preCheckBankInfo',
  'estatementOptions.alwaysShowToggle',
  'estatementOptions.enablePaperStatements',
  'estatementOptions.yearsOffered',
  'estatementOptions.withdrawalText',
  'estatementOptions.paymentAddress',
  'payoffOptions.sendPaymentTo',
  'documentOptions.fileTypes',
];
