import { listOption, serverOnly, switchOption, textOption } from '#common/contract/option-kinds.ts';
import type { NotificationFlag } from './rules/notifications.ts';

/** Hidden notifications are not sent either (M 2, M 3). */
export const notificationOptions = {
  'notificationOptions.hideUserRestricted': hideNotificationOption('userRestricted'),
  'notificationOptions.hideRestrictedPasswordViolation': hideNotificationOption('restrictedPasswordViolation'),
  'notificationOptions.hideUserLogsOn': hideNotificationOption('userLogsOn'),
  'notificationOptions.hideMoneyTransOnWeb': hideNotificationOption('moneyTransOnWeb'),
  'notificationOptions.hideLogonNameChange': hideNotificationOption('loginNameChange'),
  'notificationOptions.hidePasswordGenerated': hideNotificationOption('passwordGenerated'),
  'notificationOptions.hidePasswordChanged': hideNotificationOption('passwordChanged'),
  'notificationOptions.hideEmailAddressChanged': hideNotificationOption('emailAddressChanged'),
  'notificationOptions.hideOptOutMarketingAlerts': hideNotificationOption('optOutMarketingAlerts'),
  'notificationOptions.hideOptOutTransactionalAlerts': hideNotificationOption('optOutTransactionalAlerts'),
} as const;

export const profileOptions = {
  'profileOptions.hideUserInformation': switchOption(false, 'Hides User Information in the profile'),
  'profileOptions.hidePersonalInformationForNonPersonal': switchOption(
    false,
    'Hides Personal Information in the profile for company customers',
  ),
  'profileOptions.hideNotifications': switchOption(false, 'Hides Notifications in the profile'),
  'profileOptions.hidePhoneSection': switchOption(false, 'Personal Information without phones'),
  'profileOptions.hideErrorLogonNameExists': hideErrorOption('LogonNameExists'),
  'profileOptions.hideErrorPasswordNeedsLetterNumber': hideErrorOption('PasswordNeedsLetterNumber'),
  'profileOptions.hideErrorPasswordTooShort': hideErrorOption('PasswordTooShort'),
  'profileOptions.hideErrorPasswordSameAsLogin': hideErrorOption('PasswordSameAsLogin'),
  'profileOptions.hideErrorChooseDifferentPassword': hideErrorOption('ChooseDifferentPassword'),
  'profileOptions.hideErrorPasswordSameAsSSN': hideErrorOption('PasswordSameAsSSN'),
  'profileOptions.hideErrorLogonNameLength': hideErrorOption('LogonNameLength'),
  'profileOptions.hideErrorReusedPassword': hideErrorOption('ReusedPassword'),
  'requestChangeOptions.sendTo': serverOnly(
    textOption('', 'Email address for requests to change contact information; required where they are offered'),
  ),
  'formOptions.useForms': switchOption(
    false,
    'Customers send requests with forms, such as for help with payments, and staff decide them in the desk',
  ),
  'formOptions.notOffered': serverOnly(
    listOption([], 'Keys of forms that are not offered, such as document-request; what was sent with them stays'),
  ),
  'formOptions.helpWithPayments': textOption(
    'payment-help',
    'Key of the form that the menu of a loan leads to, and the status of a past due one; empty for none',
  ),
} as const;

function hideErrorOption(code: string) {
  return switchOption(false, `The profile shows the general error instead of ${code}`);
}

function hideNotificationOption(flag: NotificationFlag) {
  return switchOption(false, `Hides the notification ${flag}`);
}
