import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  type AccountAlerts,
  type DueDateAlert,
  maxDayDigits,
  type NumberedAlert,
  sanitizeAlertDays,
  shownDueDateAlerts,
  tickDueDateAlert,
  withDueDateAlert,
} from '#common/accounts/rules/alerts.ts';
import { useLabel, useText } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './DueDateReminders.module.css';

interface DueDateRemindersProps {
  readonly alerts: AccountAlerts;
  /** On file. */
  readonly shown: AccountAlerts;
  readonly onChange: (alerts: AccountAlerts) => void;
}

/** The due-date alerts that are set, each as a sentence, and a way to add one of those that are free. */
export function DueDateReminders({ alerts, shown, onChange }: DueDateRemindersProps) {
  const [added, setAdded] = useState<ReadonlySet<number>>(new Set());
  const { rows, free } = shownDueDateAlerts(alerts, shown, added);
  const change = (index: number, changed: DueDateAlert) => onChange(withDueDateAlert(alerts, index, changed));

  function add({ index, alert }: NumberedAlert) {
    setAdded(new Set([...added, index]));
    change(index, tickDueDateAlert(alert, index, true));
  }
  return (
    <>
      {rows.map(({ index, alert }) => (
        <Reminder
          key={index}
          index={index}
          alert={alert}
          isNew={added.has(index)}
          onChange={(changed) => change(index, changed)}
        />
      ))}
      {free && (
        <div className={styles.add}>
          <Button look="text" onClick={() => add(free)}>
            <Plus size={18} aria-hidden="true" />
            <ControlName of="alerts.addReminder" />
          </Button>
        </div>
      )}
    </>
  );
}

interface ReminderProps {
  readonly index: number;
  readonly alert: DueDateAlert;
  /** Takes the focus when it appears: the button that added it may be gone. */
  readonly isNew: boolean;
  readonly onChange: (changed: DueDateAlert) => void;
}

/** `Remind me 15 days before the due date.` */
function Reminder({ index, alert, isNew, onChange }: ReminderProps) {
  const number = String(index + 1);
  const name = useLabel('alerts.dueDate', { number });
  const days = useLabel('alerts.when', { number });
  const side = useLabel('alerts.beforeOrAfter', { number });
  const before = useLabel('alerts.before');
  const after = useLabel('alerts.after');
  const placeholder = useText('alerts.daysPlaceholder');
  const hint = useText('alerts.daysHint');
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) row.current?.querySelector('input')?.focus();
  }, [isNew]);
  return (
    <div ref={row} className={styles.row}>
      <Checkbox
        label={<Text of="alerts.remindMe" />}
        aria-label={name.label}
        checked={alert.on}
        onChange={(event) => onChange(tickDueDateAlert(alert, index, event.currentTarget.checked))}
      />
      {alert.on && (
        <div className={styles.when}>
          <TextField
            label={days.label}
            labelHidden
            hint={alert.days === '' ? hint : null}
            inputMode="numeric"
            placeholder={placeholder ?? ''}
            maxLength={maxDayDigits(index)}
            value={alert.days}
            data-filled={alert.days !== ''}
            onChange={(event) => onChange({ ...alert, days: sanitizeAlertDays(event.currentTarget.value, index) })}
          />
          <SelectField
            label={side.label}
            labelHidden
            options={[
              { value: 'before', label: before.label },
              { value: 'after', label: after.label },
            ]}
            value={alert.before ? 'before' : 'after'}
            onChange={(event) => onChange({ ...alert, before: event.currentTarget.value === 'before' })}
          />
        </div>
      )}
    </div>
  );
}
