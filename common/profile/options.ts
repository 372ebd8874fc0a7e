import { listOption, serverOnly, switchOption, textOption } from '#common/contract/option-kinds.ts';
import type { NotificationFlag } from './rules/notifications.ts';

/** Hidden notifications are not sent either (M 2, M 3). */
export const notificationOptions = {
  'notificationOptions.hideUserRestricted': hidesNotification('userRestricted'),
  'notificationOptions.hideRestrictedPasswordViolation': hidesNotification('restrictedPasswordViolation'),
  'notificationOptions.hideUserLogsOn': hidesNotification('userLogsOn'),
  'notificationOptions.hideMoneyTransOnWeb': hidesNotification('moneyTransOnWeb'),
  'notificationOptions.hideLogonNameChange': hidesNotification('loginNameChange'),
  'notificationOptions.hidePasswordGenerated': hidesNotification('passwordGenerated'),
  'notificationOptions.hidePasswordChanged': hidesNotification('passwordChanged'),
  'notificationOptions.hideEmailAddressChanged': hidesNotification('emailAddressChanged'),
  'notificationOptions.hideOptOutMarketingAlerts': hidesNotification('optOutMarketingAlerts'),
  'notificationOptions.hideOptOutTransactionalAlerts': hidesNotification('optOutTransactionalAlerts'),
} as const;

export const profileOptions = {
  'profileOptions.hideUserInformation': switchOption(false, 'Hides User Information in the profile'),
  'profileOptions.hidePersonalInformationForNonPersonal': switchOption(
    false,
    'Hides Personal Information in the profile for company customers',
  ),
  'profileOptions.hideNotifications': switchOption(false, 'Hides Notifications in the profile'),
  'profileOptions.hidePhoneSection': switchOption(false, 'Personal Information without phones'),
  'profileOptions.hideErrorLogonNameExists': hidesError('LogonNameExists'),
  'profileOptions.hideErrorPasswordNeedsLetterNumber': hidesError('PasswordNeedsLetterNumber'),
  'profileOptions.hideErrorPasswordTooShort': hidesError('PasswordTooShort'),
  'profileOptions.hideErrorPasswordSameAsLogin': hidesError('PasswordSameAsLogin'),
  'profileOptions.hideErrorChooseDifferentPassword': hidesError('ChooseDifferentPassword'),
  'profileOptions.hideErrorPasswordSameAsSSN': hidesError('PasswordSameAsSSN'),
  'profileOptions.hideErrorLogonNameLength': hidesError('LogonNameLength'),
  'profileOptions.hideErrorReusedPassword': hidesError('ReusedPassword'),
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

function hidesError(code: string) {
  return switchOption(false, `The profile shows the general error instead of ${code}`);
}

function hidesNotification(flag: NotificationFlag) {
  return switchOption(false, `Hides the notification ${flag}`);
}
