/** Options that no test sees at work yet. Only gets shorter. */
export const untestedOptions: readonly string[] = [
  'loginOptions.singleSignOnAudience',
  'recoveryOptions.credentialExpiration',
  'globalOptions.cdnFolder',
  'globalOptions.faviconUrl',
  'messageOptions.topics',
  'messageOptions.answerTemplates',
  'paymentOptions.preCheckBankInfo',
  'estatementOptions.yearsOffered',
  'estatementOptions.paymentAddress',
  'payoffOptions.sendPaymentTo',
  'documentOptions.fileTypes',
];
