import { defineTexts, requireTexts } from '#common/contract/define-texts.ts';

/**
 * Header, menu, footer, dialogs and error views (A 2.1 to 2.4). `{institution}`, `{phone}` and the like are filled when
 * the institution is loaded.
 */
export const shellTexts = defineTexts({
  'print.printedAt': 'Printed {time}',
  'print.address': '{address}',
  'mail.signature': '{institution}\n{address}\n{phone}\n{hours}',
  'shell.skipToContent': 'Skip to content',
  'shell.institutionName': '{institution}',
  'shell.institutionShortName': '{shortName}',
  'shell.menu': 'Menu',
  'shell.closeMenu': 'Close menu',
  'shell.more': 'More',
  'shell.mainNavigation': 'Main',
  'shell.helpNavigation': 'Help',
  'shell.dashboard': 'Dashboard',
  'shell.makePayment': 'Make a payment',
  'shell.documents': 'Documents',
  'shell.documentCenter': 'Document Center',
  'shell.agreements': 'Recurring payment agreements',
  'shell.profile': 'Profile',
  'shell.messages': 'Messages',
  'shell.requestChange': 'Contact Info Change',
  'shell.applyForLoan': 'Apply For Loan',
  'shell.faq': 'FAQ',
  'shell.findUs': 'Find Us',
  'shell.locations': 'Locations',
  'shell.logout': 'Logout',
  'shell.opensInNewTab': '(opens in a new tab)',
  'shell.copyright': '© {year} {institution}. All rights reserved.',
  'shell.showDisclosures': 'Show Disclosures',
  'shell.hideDisclosures': 'Hide Disclosures',
  'shell.fallbackTitle': 'Customer Portal',
  'shell.pageError': 'An error occurred while trying to load that page.',
  'shell.pageErrorHelp': "Your accounts at {institution} aren't affected. Need help now? Call {phone}.",
  'shell.tryAgain': 'Try again',
  'shell.loading': 'Loading…',
  'hostDown.banner':
    "We can't reach our account system right now, so balances and payments may be missing or out of date. Your accounts aren't affected. You can still use messages, documents and your sign-in settings. We'll update this page when the system is back.",
  'shell.reference': 'Reference {reference}',
  'hostDown.portalBanner':
    "This site is temporarily unavailable. Your accounts aren't affected, and what you've entered here is kept. Don't close this page. We'll update it when the site is back.",
  'hostDown.offline':
    "You're offline. What you see may be out of date. We'll update this page when you're back online.",
  'hostDown.section': 'Not available right now.',
  'request.message': 'your message',
  'request.contactChange': 'your request to change contact information',
  'request.form': 'your request',
  'request.upload': 'your document',
  'request.registration': 'your registration',
  'request.checking': "We're checking whether we received {what}.",
  'request.made': 'We received {what}.',
  'request.refused': "We couldn't accept {what}. Check what you entered, then send it again.",
  'request.notReceived': "We didn't receive {what}. Send it again.",
  'request.unknown': "We can't tell whether we received {what}. Contact us before you send it again.",
  'request.close': 'Close',
  'logoutDialog.title': 'Are you sure you want to logout?',
  'logoutDialog.cancel': 'Cancel',
  'logoutDialog.logout': 'Logout',
  'sessionDialog.title': 'Your session is about to expire!',
  'sessionDialog.countdown': 'You will be logged out in {time}',
  'sessionDialog.resume': 'Resume',
  'unsavedDialog.title': 'Unsaved changes',
  'unsavedDialog.question': 'There are unsaved changes on the page, are you sure you want to continue?',
  'unsavedDialog.no': 'No',
  'unsavedDialog.yes': 'Yes',
  'unsavedDialog.leavePage':
    'Leaving this page will lose any entered information and require you to log in again. Are you sure you want to exit?',
  'locatorDialog.title': 'Find Us',
  'locatorDialog.text': 'The branch locator opens in a new tab. Please enable pop-ups.',
  'locatorDialog.cancel': 'Cancel',
  'locatorDialog.open': 'Open',
  // For a tab whose document can't be opened, e.g. after a reload.
  'tabFailure.usedHeading': 'This link no longer works',
  'tabFailure.used': 'For your security, each link works one time. Go back to the site and open it again from there.',
  'tabFailure.heading': "We can't open this page",
  'tabFailure.tryAgain': 'Close this tab and try again. If it keeps happening, contact us.',
  'tabFailure.back': 'Go back to the site',
  // Footer of every printed document.
  'pdf.page': 'Page {page}',
});

export const requiredShellTexts = requireTexts<keyof typeof shellTexts>(
  'messages and documents must name who sends them',
  ['shell.institutionName', 'shell.institutionShortName'],
);
