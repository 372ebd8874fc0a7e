import { useState } from 'react';
import { type Cents, formatCents } from '#common/core/money.ts';
import { findAmountError } from '#common/payments/rules/amounts.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { AdditionalPrincipalField } from './AdditionalPrincipalField.tsx';
import { AmountField } from './AmountField.tsx';
import { Text } from '#web/kit/Text.tsx';
import type { StepProps } from '#web/kit/use-steps.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { RadioCards, type RadioCardsProps } from '#web/ui/RadioCards.tsx';
import { type AmountPlan, amountsOf } from '../amount-plan.ts';
import type { PaymentFacts } from '../payment-facts.ts';
import type { AmountValue, PaymentValues } from '../payment-values.ts';
import { StepForm } from '../StepForm.tsx';
import { Money } from '#web/kit/Money.tsx';
import { DoneLine } from '#web/payments/DoneLine.tsx';

type AmountStepProps = StepProps<PaymentValues, 'amount', PaymentFacts>;

/** Chooses the amount (P 2, Payment amount). */
export function AmountStep({ facts: { plan }, onChange, onDone }: AmountStepProps) {
  const amount = plan?.amount;
  const [asked, setAsked] = useState(false);
  if (!amount) return null;
  const { limits, value, additional } = amount;

  function proceed() {
    setAsked(true);
    if (!amount || !amountsOf(amount)) return;
    onChange(amount.value);
    onDone();
  }
  return (
    <StepForm onSubmit={proceed} disabled={limits.aboveCardMaximum}>
      {limits.aboveCardMaximum ? (
        <Alert tone="bad">
          <Text of="amountError.cardMaximum" />
        </Alert>
      ) : (
        limits.dueAboveMaximum && (
          <Alert tone="warn">
            <Text of="amount.dueAboveMaximum" />
          </Alert>
        )
      )}
      <AmountToggle amount={amount} onChange={onChange} />
      {value.kind === 'other' && (
        <AmountField
          label="amount.enterAmount"
          limits={limits}
          entry={value.entry}
          asked={asked}
          onChange={(entry) => onChange({ ...value, entry })}
        />
      )}
      <MonthlyAmountNote amount={amount} />
      {additional && (
        <AdditionalPrincipalField
          additional={additional}
          entry={value.additional}
          onChange={(entry) => onChange({ ...value, additional: entry })}
        />
      )}
    </StepForm>
  );
}

/** The monthly total of an amount. */
function InAMonth({ cents }: { readonly cents: Cents }) {
  return <Text of="amount.inAMonth" with={[formatCents(cents)]} />;
}

function MonthlyAmountNote({ amount: { value, comparison, cents } }: { readonly amount: AmountPlan }) {
  if (!comparison || cents === null) return null;
  const inAMonth = formatCents(comparison.inAMonth(cents));
  if (comparison.isFarAboveDue(cents)) {
    return (
      <Alert tone="warn">
        <Text of="amount.farAboveDue" with={[inAMonth, formatCents(comparison.installmentCents)]} />
      </Alert>
    );
  }
  return value.kind === 'other' ? (
    <p>
      <InAMonth cents={comparison.inAMonth(cents)} />
    </p>
  ) : null;
}

interface AmountToggleProps {
  readonly amount: AmountPlan;
  readonly onChange: (value: AmountValue) => void;
}

/** Pay Amount Due or another amount. */
function AmountToggle({ amount: { limits, value, comparison }, onChange }: AmountToggleProps) {
  const fixed = limits.minimumCents === limits.maximumCents && limits.defaultCents === limits.maximumCents;
  return (
    <Field<RadioCardsProps<AmountValue['kind']>>
      use={RadioCards}
      label="amount.choice"
      cards={[
        {
          value: 'due',
          label: comparison ? (
            <ControlName of="amount.spread" with={[formatCents(limits.defaultCents)]} />
          ) : (
            <ControlName of="amount.payAmountDue" with={[formatCents(limits.defaultCents)]} />
          ),
          hint: comparison && <InAMonth cents={comparison.inAMonth(limits.defaultCents)} />,
          disabled: findAmountError(limits.defaultCents, limits) !== undefined,
        },
        ...(comparison?.offersInstallment === true
          ? [
              {
                value: 'installment' as const,
                label: <ControlName of="amount.installment" with={[formatCents(comparison.installmentCents)]} />,
                hint: <InAMonth cents={comparison.inAMonth(comparison.installmentCents)} />,
              },
            ]
          : []),
        { value: 'other', label: <ControlName of="amount.other" />, disabled: limits.aboveCardMaximum || fixed },
      ]}
      value={value.kind}
      onChange={(kind) => onChange({ ...value, kind, entry: '' })}
    />
  );
}

export function AmountDone({ facts: { plan } }: { readonly facts: PaymentFacts }) {
  const amounts = plan?.amount ? amountsOf(plan.amount) : null;
  if (!amounts) return null;
  const { amountCents, additionalPrincipalCents } = amounts;
  const additional = <Money key="additional" cents={additionalPrincipalCents} />;
  return (
    <DoneLine
      title={<Money cents={amountCents} />}
      detail={additionalPrincipalCents > 0 && <Text of="amount.withAdditionalPrincipal" with={[additional]} />}
    />
  );
}
