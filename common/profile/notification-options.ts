import type { NotificationFlag } from './rules/notifications.ts';
import { switchOption } from '#common/contract/option-kinds.ts';

/** Which notifications an institution does not offer (M 2, M 3); what is hidden is not sent either. */
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
