import { addDays } from '#common/core/dates.ts';
import { recurringDayBlockText } from '#common/payments/rules/availability-texts.ts';
import { firstDayOnDue, lastRecurringDay, latenessOn, recurringDay } from '#common/payments/rules/payment-days.ts';
import { firstRecurringDay } from '#common/payments/rules/submission-route.ts';
import { useTexts } from '#web/institution/settings.ts';
import { DayText } from '#web/kit/DayText.tsx';
import { Field } from '#web/kit/Field.tsx';
import { DayField } from './DayField.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { LatenessAlert } from './LatenessAlert.tsx';
import type { FrequencyFieldsProps } from './frequency-fields.ts';
import styles from './frequency.module.css';

/** The first day, or the days before the due date, with a summary (P 2). */
export function RecurringFields(props: FrequencyFieldsProps) {
  const { frequency } = props.value;
  const { payOn } = props.frequency;
  const followsDueDate = frequency === 'OnDueDate' || frequency === 'DaysBeforeDue';
  return (
    <>
      <Alert tone="info">
        <Text of="frequency.recurringNotice" />
      </Alert>
      {frequency === 'DaysBeforeDue' && <DaysBeforeDueField {...props} />}
      {!followsDueDate && <FirstDayField {...props} />}
      {payOn && <LatenessAlert of={latenessOn(payOn, props.terms)} />}
      {frequency === 'SemiMonthly' && (
        <p className={styles.hint}>
          <Text of="frequency.semiMonthlyNote" />
        </p>
      )}
      <CardNote {...props} />
      {followsDueDate && payOn && (
        <p className={styles.hint}>
          <Text of="frequency.firstPayment" with={{ date: <DayText day={payOn} /> }} />
        </p>
      )}
    </>
  );
}

/** A recurring payment may outlive its card, but can't start after it expires. */
function CardNote({ value, frequency: { goodThrough, payOn, recurrence }, terms, settings }: FrequencyFieldsProps) {
  if (goodThrough === null) return null;
  const dueOn = recurrence && firstRecurringDay({ ...recurrence, firstOn: terms.today }, terms);
  const first = payOn ?? (dueOn && firstDayOnDue(dueOn, terms, settings));
  const followsDueDate = value.frequency === 'OnDueDate' || value.frequency === 'DaysBeforeDue';
  if (followsDueDate && first && first > goodThrough) {
    return (
      <Alert tone="bad">
        <Text of="paymentError.CardExpiresBefore" />
      </Alert>
    );
  }
  return (
    <p className={styles.hint}>
      <Text of="frequency.cardGoodThrough" with={{ date: <DayText day={goodThrough} /> }} />
    </p>
  );
}

function DaysBeforeDueField({ value, frequency, asked, onChange }: FrequencyFieldsProps) {
  const text = useTexts();
  const { daysBeforeDue: choices, daysLeftOut } = frequency.options;
  const chosen = frequency.recurrence?.daysBeforeDue;
  return (
    <>
      <Field
        use={SelectField}
        label="frequency.daysBeforeDueLabel"
        options={choices.map((days) => ({ value: String(days), label: String(days) }))}
        placeholder={text('frequency.chooseDays') ?? ''}
        value={chosen === undefined ? '' : String(chosen)}
        error={asked && chosen === undefined ? (text('frequency.daysRequired') ?? '') : undefined}
        onChange={(event) => onChange({ ...value, daysBeforeDue: Number(event.currentTarget.value) })}
      />
      {daysLeftOut.map(({ daysBeforeDue, on }) => (
        <p key={daysBeforeDue} className={styles.hint}>
          <Text of="frequency.daysLeftOut" with={{ days: String(daysBeforeDue), date: <DayText day={on} /> }} />
        </p>
      ))}
    </>
  );
}

function FirstDayField({ value, frequency, terms, settings, asked, onChange }: FrequencyFieldsProps) {
  return (
    <DayField
      label="frequency.firstPaymentDate"
      value={frequency.payOn}
      first={addDays(terms.today, 1)}
      last={lastRecurringDay(terms)}
      terms={terms}
      check={(day) => recurringDay(value.frequency, day, terms, settings, frequency.goodThrough)}
      textOf={recurringDayBlockText}
      error={asked && frequency.payOn === null ? 'payDate.required' : undefined}
      onChange={(payOn) => onChange({ ...value, payOn })}
    />
  );
}
