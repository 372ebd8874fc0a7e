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
import { Text } from '#web/kit/Text.tsx';
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
  // An opt-out flag is inverted, so it is listed separately.
  const kinds = flags.filter((flag) => !isOptOut(flag));
  const optOuts = flags.filter(isOptOut);
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
      {kinds.length > 0 && (
        <tbody>
          {kinds.map((flag) => (
            <NotificationRow key={flag} flag={flag} {...props} />
          ))}
        </tbody>
      )}
      {optOuts.length > 0 && (
        <tbody>
          <tr>
            <th scope="rowgroup" colSpan={props.offersTexts ? 3 : 2} className={styles.rowGroup}>
              <ControlName of="notifications.optOuts" />
            </th>
          </tr>
          {optOuts.map((flag) => (
            <NotificationRow key={flag} flag={flag} {...props} />
          ))}
        </tbody>
      )}
    </table>
  );
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
  const name = useLabel('notifications.byChannel', type.label, by.label);
  const always = isAlwaysSent(channel, flag);
  return (
    <td>
      <span className={styles.always}>
        <Switch
          label={name.label}
          labelHidden
          checked={preferences[channel][flag]}
          disabled={disabled || always || preferences.turnOffAll || (channel === 'text' && !hasPhone)}
          onChange={(on) => onChange(channel, flag, on)}
        />
        {always && (
          <span>
            <Text of="notifications.always" />
          </span>
        )}
      </span>
    </td>
  );
}
