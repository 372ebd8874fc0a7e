import { richTextOption, switchOption, textOption, urlOption } from '#common/contract/option-kinds.ts';

/** Options of the shell and the session (A 2.1 to 2.4). */
export const generalOptions = {
  'globalOptions.cdnFolder': textOption('', 'Folder that holds the images of the institution'),
  'globalOptions.mobileUserAgentToken': textOption(
    'LenderMobileApp',
    'Token in the user agent that marks the mobile app',
  ),
  'globalOptions.customerServicePhone': textOption('', 'Telephone on receipts and wherever a sentence says to call'),
  'globalOptions.removeCheckDigitFromAccountNumber': switchOption(
    false,
    'Show only the first two parts of account numbers',
  ),
  'globalOptions.hideContactUsOption': switchOption(false, 'Hides Messages'),
  'globalOptions.useBranchLocatorOption': switchOption(true, 'Shows Locations'),
  'globalOptions.useRemoteLocatorOption': switchOption(false, 'Shows the link to an outside branch locator'),
  'globalOptions.remoteLocatorUrl': urlOption('Outside branch locator'),
  'globalOptions.useFaqOption': switchOption(true, 'Shows FAQ'),
  'globalOptions.useDocumentCenterOption': switchOption(false, 'Shows Document Center'),
  'globalOptions.requireAchDraftAgreementOption': switchOption(
    false,
    'A recurring bank draft needs an agreement of its own; Documents shows those that were concluded',
  ),
  'globalOptions.forceManualContactInfoChangesOption': switchOption(false, 'Shows Contact Info Change'),
  'globalOptions.showApplyForLoanOption': switchOption(true, 'Institution part of the Apply For Loan flag'),
  'globalOptions.hideApplyForLoanButton': switchOption(false, 'Hides Apply For Loan'),
  'globalOptions.hideApplyForLoanOnMobile': switchOption(false, 'Hides Apply For Loan in the mobile menu'),
  'globalOptions.useConsumerOriginationOption': switchOption(false, 'Apply For Loan opens the origination service'),
  'globalOptions.applyForLoanUrl': urlOption('Where Apply For Loan leads without the origination service'),
  'globalOptions.originationUrl': urlOption('Origination service; it gets a one-time reference'),
  'globalOptions.analyticsUrl': urlOption('Analytics service that page views are sent to'),
  'globalOptions.analyticsId': textOption('', 'Page views are reported only when this is set'),
  'globalOptions.footerRichText': richTextOption('Text of the signed-in footer'),
  'globalOptions.footerImage1': urlOption('First footer image'),
  'globalOptions.footerImage2': urlOption('Second footer image'),
  'globalOptions.footerImage3': urlOption('Third footer image'),
  'globalOptions.disclosuresText': richTextOption('Disclosures of the public footer'),
  'globalOptions.warnOnLeavePage': switchOption(true, 'The browser warns before a page with entries is left'),
  'globalOptions.logoUrl': urlOption('Logo; without one the name stands beside the built-in mark'),
  'depositOptions.disableEZPayOption': switchOption(false, 'No Make Payment button; loan rows do not open'),
} as const;
