import type { NotificationFlag } from './rules/notifications.ts';
import type { SwitchKey } from '#common/contract/all-options.ts';

export const notificationSwitches = {
  userRestricted: 'notificationOptions.hideUserRestricted',
  restrictedPasswordViolation: 'notificationOptions.hideRestrictedPasswordViolation',
  userLogsOn: 'notificationOptions.hideUserLogsOn',
  moneyTransOnWeb: 'notificationOptions.hideMoneyTransOnWeb',
  loginNameChange: 'notificationOptions.hideLogonNameChange',
  passwordGenerated: 'notificationOptions.hidePasswordGenerated',
  passwordChanged: 'notificationOptions.hidePasswordChanged',
  emailAddressChanged: 'notificationOptions.hideEmailAddressChanged',
  optOutMarketingAlerts: 'notificationOptions.hideOptOutMarketingAlerts',
  optOutTransactionalAlerts: 'notificationOptions.hideOptOutTransactionalAlerts',
} as const satisfies Record<NotificationFlag, SwitchKey>;
