import { notificationSwitches } from '#common/profile/notification-switches.ts';
import {
  isAlwaysSent,
  isOptOut,
  type NotificationChannel,
  type NotificationFlag,
  notificationFlags,
  type NotificationPreferences,
} from '#common/profile/rules/notifications.ts';
import { useLabel, useOptions } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import styles from '../profile.module.css';

interface NotificationTableProps {
  readonly preferences: NotificationPreferences;
  readonly disabled: boolean;
  readonly offersTexts: boolean;
  readonly hasPhone: boolean;
  readonly onChange: (channel: NotificationChannel, flag: NotificationFlag, on: boolean) => void;
}

/** A row for each notification offered, a column for each channel. */
export function NotificationTable(props: NotificationTableProps) {
  const option = useOptions();
  const flags = notificationFlags.filter((flag) => !option(notificationSwitches[flag]));
  if (flags.length === 0) return null;
  const groups = groupNames
    .map((name) => ({ name, flags: flags.filter((flag) => groupOf(flag) === name) }))
    .filter((group) => group.flags.length > 0);
  return (
    <table className={styles.notifications}>
      <thead>
        <tr>
          <th scope="col">
            <ControlName of="notifications.type" />
          </th>
          <th scope="col">
            <ControlName of="notifications.email" />
          </th>
          {props.offersTexts && (
            <th scope="col">
              <ControlName of="notifications.text" />
            </th>
          )}
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.name}>
          <tr>
            <th scope="rowgroup" colSpan={props.offersTexts ? 3 : 2}>
              <ControlName of={group.name} />
            </th>
          </tr>
          {group.flags.map((flag) => (
            <NotificationRow key={flag} flag={flag} {...props} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** Opting out comes last and apart: there, on means less. */
const groupNames = ['notifications.signInSafety', 'notifications.payments', 'notifications.optOuts'] as const;

function groupOf(flag: NotificationFlag): (typeof groupNames)[number] {
  if (isOptOut(flag)) return 'notifications.optOuts';
  return flag === 'moneyTransOnWeb' ? 'notifications.payments' : 'notifications.signInSafety';
}

function NotificationRow({ flag, ...props }: NotificationTableProps & { readonly flag: NotificationFlag }) {
  return (
    <tr>
      <th scope="row">
        <ControlName of={`notification.${flag}`} />
      </th>
      <Cell channel="email" flag={flag} {...props} />
      {props.offersTexts && <Cell channel="text" flag={flag} {...props} />}
    </tr>
  );
}

interface CellProps extends NotificationTableProps {
  readonly channel: NotificationChannel;
  readonly flag: NotificationFlag;
}

function Cell({ channel, flag, preferences, disabled, hasPhone, onChange }: CellProps) {
  const type = useLabel(`notification.${flag}`);
  const by = useLabel(`notifications.${channel}`);
  const name = useLabel('notifications.byChannel', { notification: type.label, channel: by.label });
  const always = isAlwaysSent(channel, flag);
  return (
    <td>
      <Switch
        label={name.label}
        labelHidden
        look={always ? 'check' : 'switch'}
        checked={preferences[channel][flag]}
        disabled={disabled || always || preferences.turnOffAll || (channel === 'text' && !hasPhone)}
        onChange={(on) => onChange(channel, flag, on)}
      />
    </td>
  );
}
