import { useState } from 'react';
import { formatCents } from '#common/core/money.ts';
import { AmountChoice, InAMonth } from './AmountChoice.tsx';
import { AdditionalPrincipalField } from './AdditionalPrincipalField.tsx';
import { AmountField } from './AmountField.tsx';
import { Text } from '#web/kit/Text.tsx';
import type { StepProps } from '#web/kit/use-steps.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { type AmountPlan, amountsOf } from '../amount-plan.ts';
import type { PaymentFacts } from '../payment-facts.ts';
import type { PaymentValues } from '../payment-values.ts';
import { StepForm } from '../StepForm.tsx';

type AmountStepProps = StepProps<PaymentValues, 'amount', PaymentFacts>;

/** Chooses the amount (P 2, Payment amount). */
export function AmountStep({ facts, onChange, onDone }: AmountStepProps) {
  const amount = facts.plan?.amount;
  const [asked, setAsked] = useState(false);
  if (!amount) return null;
  const { limits, value, additional, principalOnly } = amount;

  function proceed() {
    setAsked(true);
    if (!amount || !amountsOf(amount)) return;
    onChange(amount.value);
    onDone();
  }
  return (
    <StepForm facts={facts} onSubmit={proceed} disabled={limits.aboveCardMaximum}>
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
      <AmountChoice facts={facts} amount={amount} onChange={onChange} />
      {value.kind === 'other' && (
        <AmountField
          label="amount.enterAmount"
          limits={limits}
          entry={value.entry}
          asked={asked}
          onChange={(entry) => onChange({ ...value, entry })}
        />
      )}
      {value.kind === 'principal' && (
        <>
          <AmountField
            label="amount.principalOnlyAmount"
            limits={principalOnly.limits}
            entry={value.entry}
            asked={asked}
            onChange={(entry) => onChange({ ...value, entry })}
          />
          <p>
            <Text of="amount.principalOnlyNote" />
          </p>
        </>
      )}
      <MonthlyAmountNote amount={amount} />
      {additional && value.kind !== 'principal' && (
        <AdditionalPrincipalField
          additional={additional}
          entry={value.additional}
          onChange={(entry) => onChange({ ...value, additional: entry })}
        />
      )}
    </StepForm>
  );
}

function MonthlyAmountNote({ amount: { value, comparison, cents } }: { readonly amount: AmountPlan }) {
  if (!comparison || cents === null) return null;
  const inAMonth = formatCents(comparison.inAMonth(cents));
  if (comparison.isFarAboveDue(cents)) {
    return (
      <Alert tone="warn">
        <Text
          of="amount.farAboveDue"
          with={{ amount: inAMonth, installment: formatCents(comparison.installmentCents) }}
        />
      </Alert>
    );
  }
  return value.kind === 'other' ? (
    <p>
      <InAMonth cents={comparison.inAMonth(cents)} />
    </p>
  ) : null;
}
