import { richTextOption, switchOption, textOption, urlOption } from '#common/contract/option-kinds.ts';

export const generalOptions = {
  'globalOptions.cdnFolder': textOption('', "Folder of the institution's images"),
  'globalOptions.mobileUserAgentToken': textOption(
    'LenderMobileApp',
    'Text in the user agent that identifies the mobile app',
  ),
  'globalOptions.customerServicePhone': textOption(
    '',
    'Phone number on receipts and wherever a sentence says to call; the institution’s phone if empty',
  ),
  'globalOptions.removeCheckDigitFromAccountNumber': switchOption(
    false,
    'Shows only the first two parts of account numbers',
  ),
  'globalOptions.hideContactUsOption': switchOption(false, 'Hides Messages'),
  'globalOptions.useBranchLocatorOption': switchOption(true, 'Shows Locations'),
  'globalOptions.useRemoteLocatorOption': switchOption(false, 'Shows the link to an outside branch locator'),
  'globalOptions.remoteLocatorUrl': urlOption('Outside branch locator'),
  'globalOptions.useFaqOption': switchOption(true, 'Shows FAQ'),
  'globalOptions.useDocumentCenterOption': switchOption(false, 'Shows Document Center'),
  'globalOptions.requireAchDraftAgreementOption': switchOption(
    false,
    'A recurring bank draft needs a separate agreement; Documents shows the signed ones',
  ),
  'globalOptions.forceManualContactInfoChangesOption': switchOption(false, 'Shows Contact Info Change'),
  'globalOptions.showApplyForLoanOption': switchOption(true, "The institution's part of the Apply For Loan flag"),
  'globalOptions.hideApplyForLoanButton': switchOption(false, 'Hides Apply For Loan'),
  'globalOptions.hideApplyForLoanOnMobile': switchOption(false, 'Hides Apply For Loan in the mobile menu'),
  'globalOptions.useConsumerOriginationOption': switchOption(false, 'Apply For Loan opens the origination service'),
  'globalOptions.applyForLoanUrl': urlOption('Target of Apply For Loan without the origination service'),
  'globalOptions.originationUrl': urlOption('Address of the origination service, which gets a one-time reference'),
  'globalOptions.analyticsUrl': urlOption('Address of the analytics service for page views'),
  'globalOptions.analyticsId': textOption('', 'Identifier for page views; required for reporting them'),
  'globalOptions.footerRichText': richTextOption('Text of the signed-in footer'),
  'globalOptions.footerImage1': urlOption('First footer image'),
  'globalOptions.footerImage2': urlOption('Second footer image'),
  'globalOptions.footerImage3': urlOption('Third footer image'),
  'globalOptions.disclosuresText': richTextOption('Disclosures of the public footer'),
  'globalOptions.warnOnLeavePage': switchOption(true, 'The browser warns before leaving a page with entries'),
  'globalOptions.logoUrl': urlOption(
    'Logo on white, also in emails and on printed pages, which need a PNG or JPEG: of the same name beside it if this is an SVG. Without one, the name shows with the built-in mark',
  ),
  'globalOptions.logoOnBrandUrl': urlOption(
    'Logo on the brand color; without one, the logo stands on a white plate there',
  ),
  'globalOptions.faviconUrl': urlOption('Icon of the browser tab; without one, the built-in mark in the brand color'),
  'depositOptions.disableEZPayOption': switchOption(false, 'Hides Make Payment, and loan rows do not open'),
} as const;
