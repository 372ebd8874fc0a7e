import { useState } from 'react';
import { cents, type Cents, formatCents, parseDollars, ZERO } from '#common/core/money.ts';
import type { ExtraEffect, RepaymentPlan } from '#common/accounts/rules/project-repayment.ts';
import { useLabel, useText } from '#web/institution/settings.ts';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { paymentPath } from '#web/paths.ts';
import { RangeField } from '#web/ui/RangeField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './PayingExtra.module.css';
import { MonthText } from './MonthText.tsx';

/** What people think of first. */
const PRESETS = [2_500, 5_000, 10_000, 20_000].map(cents);

/** The slider goes in steps of ten dollars; the field takes any amount. */
const STEP_CENTS = 1_000;

interface PayingExtraProps {
  readonly plan: RepaymentPlan;
  readonly extraCents: Cents;
  readonly onChange: (extra: Cents) => void;
  /** Null without extra payments; undefined if these payments never pay off the debt. */
  readonly effect: ExtraEffect | null | undefined;
  /** The loan on which a recurring payment with the extra amount may be set up; null where it may not. */
  readonly setUpOn: string | null;
}

/** Shows at once what an extra monthly payment would change. */
export function PayingExtra({ plan, extraCents, onChange, effect, setUpOn }: PayingExtraProps) {
  const [typed, setTyped] = useState('');
  const slider = useLabel('payingExtra.label');
  const field = useLabel('payingExtra.amount');
  const limitCents = plan.principalCents;
  const invalid = useText('payingExtra.invalid', { max: formatCents(limitCents) });
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
    setTyped(value === 0 ? '' : typedDollars(cents(value)));
    onChange(cents(value));
  }
  return (
    <div className={styles.extra}>
      <Presets extraCents={extraCents} maxExtraCents={limitCents} onChoose={slide} />
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
      {effect && setUpOn !== null && (
        <div>
          <ScreenLink
            to={paymentPath(setUpOn)}
            look="primary"
            state={{ proposedPayment: { frequency: 'OnDueDate', additional: typedDollars(extraCents) } }}
          >
            <ControlName of="payingExtra.setUp" with={{ amount: formatCents(extraCents) }} />
          </ScreenLink>
        </div>
      )}
      <p className={styles.note}>
        <Text of="payingExtra.note" />
      </p>
    </div>
  );
}

/** `1234.50`, as it would be typed. */
function typedDollars(amount: Cents): string {
  return formatCents(amount).replaceAll(/[$,]/g, '');
}

interface PresetsProps {
  readonly extraCents: Cents;
  readonly maxExtraCents: Cents;
  readonly onChoose: (amount: Cents) => void;
}

function Presets({ extraCents, maxExtraCents, onChoose }: PresetsProps) {
  const name = useLabel('payingExtra.presets');
  return (
    <fieldset className={styles.presets} aria-label={name.label}>
      {PRESETS.filter((preset) => preset <= maxExtraCents).map((preset) => (
        <button
          key={preset}
          type="button"
          className={styles.preset}
          aria-pressed={preset === extraCents}
          onClick={() => onChoose(preset)}
        >
          {formatCents(preset).replace('.00', '')}
        </button>
      ))}
    </fieldset>
  );
}

/** How much sooner and cheaper, as the two figures that decide. */
function Effect({ effect }: Pick<PayingExtraProps, 'effect'>) {
  if (effect === null) return <Text of="payingExtra.none" />;
  if (effect === undefined) return <Text of="payingExtra.never" />;
  const { paidOffOn, interestSavedCents, monthsSooner } = effect;
  return (
    <>
      <span className={styles.results}>
        {monthsSooner > 0 && (
          <span>
            <strong>{monthsSooner}</strong>{' '}
            <Text of={monthsSooner === 1 ? 'payingExtra.monthSooner' : 'payingExtra.monthsSooner'} />
          </span>
        )}
        {interestSavedCents > 0 && (
          <span>
            <strong>
              <Money cents={interestSavedCents} />
            </strong>{' '}
            <Text of="payingExtra.lessInterest" />
          </span>
        )}
      </span>{' '}
      <span className={styles.note}>
        <Text of="payingExtra.ends" with={{ month: <MonthText day={paidOffOn} /> }} />
      </span>
    </>
  );
}
