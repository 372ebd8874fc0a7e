import type { NotificationFlag } from './rules/notifications.ts';
import { switchOption } from '#common/contract/option-kinds.ts';

/** Hidden notifications are not sent either (M 2, M 3). */
export const notificationOptions = {
  'notificationOptions.hideUserRestricted': hidesNotification('userRestricted'),
  'notificationOptions.hideRestrictedPasswordViolation': hidesNotification('restrictedPasswordViolation'),
  'notificationOptions.hideUserLogsOn': hidesNotification('userLogsOn'),
  'notificationOptions.hideMoneyTransOnWeb': hidesNotification('moneyTransOnWeb'),
  'notificationOptions.hideLogonNameChange': hidesNotification('logonNameChange'),
  'notificationOptions.hidePasswordGenerated': hidesNotification('passwordGenerated'),
  'notificationOptions.hidePasswordChanged': hidesNotification('passwordChanged'),
  'notificationOptions.hideEmailAddressChanged': hidesNotification('emailAddressChanged'),
  'notificationOptions.hideOptOutMarketingAlerts': hidesNotification('optOutMarketingAlerts'),
  'notificationOptions.hideOptOutTransactionalAlerts': hidesNotification('optOutTransactionalAlerts'),
} as const;

function hidesNotification(flag: NotificationFlag) {
  return switchOption(false, `Hides the notification ${flag}`);
}
