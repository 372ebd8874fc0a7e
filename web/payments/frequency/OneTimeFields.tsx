import { addDays, formatDay } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import { payNowBlockText, payoffBlockText, scheduleBlockText } from '#common/payments/rules/availability-texts.ts';
import { lastPaymentDay, latenessOn, laterPaymentDay } from '#common/payments/rules/payment-days.ts';
import type { Fetched } from '#web/data/fetched.ts';
import { useText } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { DayField } from './DayField.tsx';
import { laterDayBlockText } from './later-day.ts';
import { CustomerService } from '#web/kit/CustomerService.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { type RadioCard, RadioCards, type RadioCardsProps } from '#web/ui/RadioCards.tsx';
import type { FrequencyValue } from '../payment-values.ts';
import { LatenessAlert } from './LatenessAlert.tsx';
import type { FrequencyFieldsProps } from './frequency-fields.ts';
import { PayoffChoice } from './PayoffChoice.tsx';

interface OneTimeFieldsProps extends FrequencyFieldsProps {
  readonly payoffQuote: Fetched<Cents>;
}

type When = FrequencyValue['when'];

/** Now or later, on which day, and whether to pay off the loan (P 2). */
export function OneTimeFields(props: OneTimeFieldsProps) {
  const { value, frequency, terms, settings, type, asked, payoffQuote, mayPayByCard, onChange } = props;
  const { payNow, payLater } = frequency.options;
  const later = value.when === 'later' && payLater.allowed;
  const paysByCardInstead = !payNow.allowed && !payLater.allowed && type === 'ACH' && mayPayByCard;
  return (
    <>
      <Field<RadioCardsProps<When>>
        use={RadioCards}
        label="frequency.when"
        cards={[payNowCard(props), payLaterCard(props)]}
        value={value.when}
        onChange={(when) => onChange({ ...value, when, payOn: null })}
      />
      {paysByCardInstead && (
        <Alert tone="warn">
          <Text of="frequency.payByCard" />
        </Alert>
      )}
      <ImmediateAchWarning payNow={frequency.options.payNow} />
      {later && (
        <DayField
          label="frequency.paymentDate"
          value={frequency.payOn}
          first={addDays(terms.today, 1)}
          last={lastPaymentDay(terms)}
          terms={terms}
          check={(day) => laterPaymentDay(type, day, terms, settings, frequency.goodThrough)}
          textOf={laterDayBlockText}
          error={asked && frequency.payOn === null ? 'payDate.required' : undefined}
          onChange={(payOn) => onChange({ ...value, payOn })}
        />
      )}
      {later && frequency.payOn && <LatenessAlert of={latenessOn(frequency.payOn, terms)} />}
      <PayoffChoice frequency={frequency} quote={payoffQuote} onChange={onChange} />
    </>
  );
}

/** An institution may add an explanation why a bank account isn't drawn today (P 8). */
function ImmediateAchWarning({ payNow }: Pick<OneTimeFieldsProps['frequency']['options'], 'payNow'>) {
  const warning = useText('paymentMethodWarning.immediateAchBlocked');
  const blocked = !payNow.allowed && payNow.reason === 'ImmediateAchBlocked';
  return blocked && warning !== null ? <Alert tone="warn">{warning}</Alert> : null;
}

function payNowCard({ frequency: { options, payOn, value }, terms }: OneTimeFieldsProps): RadioCard<When> {
  const { payNow } = options;
  return {
    value: 'now',
    label: <ControlName of="frequency.payNow" />,
    disabled: !payNow.allowed,
    hint: payNow.allowed ? (
      <Text
        of="frequency.payNowHint"
        with={{ date: formatDay(value.when === 'now' ? (payOn ?? terms.today) : terms.today) }}
      />
    ) : (
      <Text of={payNowBlockText(payNow.reason)} />
    ),
  };
}

/** Disabled if nothing can be scheduled, for example because a payoff must be made today (P 5). */
function payLaterCard({ value, frequency: { options }, terms, settings }: OneTimeFieldsProps): RadioCard<When> {
  const { payLater, payoffLater } = options;
  const label = <ControlName of="frequency.payLater" />;
  if (!payLater.allowed) {
    return { value: 'later', label, disabled: true, hint: <Text of={scheduleBlockText(payLater.reason)} /> };
  }
  if (value.payoff && value.when === 'now' && !payoffLater.allowed) {
    const why = <Text of={payoffBlockText(payoffLater.reason)} with={{ servicePhone: <CustomerService /> }} />;
    return { value: 'later', label, disabled: true, hint: why };
  }
  return {
    value: 'later',
    label,
    hint: (
      <Text
        of={settings.weekendAchDatesAllowed ? 'frequency.payLaterHintAnyDay' : 'frequency.payLaterHint'}
        with={{ date: formatDay(lastPaymentDay(terms)) }}
      />
    ),
  };
}
