import { defaultNotifications } from '#common/profile/rules/notifications.ts';
import { testSwitches } from '#tests/builders/render-screen.tsx';
import { NotificationTable } from './NotificationTable.tsx';

testSwitches('among the notifications', {
  content: () => (
    <NotificationTable
      preferences={defaultNotifications}
      disabled={false}
      offersTexts={false}
      hasPhone={false}
      onChange={() => undefined}
    />
  ),
  items: 'th[scope=row]',
  hides: {
    'notificationOptions.hideUserRestricted': 'Online access is restricted',
    'notificationOptions.hideRestrictedPasswordViolation': 'Wrong passwords locked sign-in',
    'notificationOptions.hideUserLogsOn': 'Someone signs in with your username',
    'notificationOptions.hideMoneyTransOnWeb': 'You pay online',
    'notificationOptions.hideLogonNameChange': 'Your username changes',
    'notificationOptions.hidePasswordGenerated': 'A new password is requested',
    'notificationOptions.hidePasswordChanged': 'Your password changes',
    'notificationOptions.hideEmailAddressChanged': 'Your email address changes',
    'notificationOptions.hideOptOutMarketingAlerts': "Don't send me offers",
    'notificationOptions.hideOptOutTransactionalAlerts': "Don't send me payment and account alerts",
  },
});
