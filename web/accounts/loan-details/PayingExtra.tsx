import { useState } from 'react';
import { cents, type Cents, formatCents, parseDollars, ZERO } from '#common/core/money.ts';
import type { ExtraEffect, RepaymentPlan } from '#common/accounts/rules/project-repayment.ts';
import { useLabel, useText } from '#web/institution/settings.ts';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { RangeField } from '#web/ui/RangeField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './loan-details.module.css';
import { MonthText } from './MonthText.tsx';

/** The slider moves in steps of ten dollars; the field accepts any amount. */
const STEP_CENTS = 1_000;

interface PayingExtraProps {
  readonly plan: RepaymentPlan;
  readonly extraCents: Cents;
  readonly onChange: (extra: Cents) => void;
  /** Null without extra payments; undefined if these payments never pay off the debt. */
  readonly effect: ExtraEffect | null | undefined;
}

/** Shows at once what an extra monthly payment would change. */
export function PayingExtra({ plan, extraCents, onChange, effect }: PayingExtraProps) {
  const [typed, setTyped] = useState('');
  const slider = useLabel('payingExtra.label');
  const field = useLabel('payingExtra.amount');
  const limitCents = plan.principalCents;
  const invalid = useText('payingExtra.invalid', formatCents(limitCents));
  const amount = typed === '' ? ZERO : parseDollars(typed);
  const wrong = amount === undefined || amount > limitCents;
  const twice = plan.installmentCents * 2;
  const sliderMax = Math.min(limitCents, twice - (twice % STEP_CENTS) + STEP_CENTS);

  function type(text: string) {
    setTyped(text);
    const entered = text === '' ? ZERO : parseDollars(text);
    onChange(entered === undefined || entered > limitCents ? ZERO : entered);
  }

  function slide(value: number) {
    setTyped(value === 0 ? '' : formatCents(cents(value)).replaceAll(/[$,]/g, ''));
    onChange(cents(value));
  }
  return (
    <div className={styles.extra}>
      <div className={styles.extraFields}>
        <RangeField
          label={slider.label}
          labelHidden={slider.labelHidden}
          min={0}
          max={sliderMax}
          step={STEP_CENTS}
          value={Math.min(extraCents, sliderMax)}
          aria-valuetext={formatCents(extraCents)}
          onChange={(event) => slide(event.currentTarget.valueAsNumber)}
        />
        <TextField
          data-width="amount"
          label={field.label}
          labelHidden={field.labelHidden}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={typed}
          error={wrong ? (invalid ?? '') : null}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </div>
      <output className={styles.effect}>
        <Effect effect={effect} />
      </output>
      <p className={styles.note}>
        <Text of="payingExtra.note" />
      </p>
    </div>
  );
}

function Effect({ effect }: Pick<PayingExtraProps, 'effect'>) {
  if (effect === null) return <Text of="payingExtra.none" />;
  if (effect === undefined) return <Text of="payingExtra.never" />;
  const { paidOffOn, interestSavedCents, monthsSooner } = effect;
  const month = <MonthText key="month" day={paidOffOn} />;
  const saved = <Money key="saved" cents={interestSavedCents} />;
  if (interestSavedCents === 0) return <Text of="payingExtra.ends" with={[month]} />;
  if (monthsSooner === 0) return <Text of="payingExtra.effectSoon" with={[month, saved]} />;
  return <Text of="payingExtra.effect" with={[month, String(monthsSooner), saved]} />;
}
