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
import { useStepForm } from '../use-step-form.ts';

type AmountStepProps = StepProps<PaymentValues, 'amount', PaymentFacts>;

/** Chooses the amount (P 2, Payment amount). */
export function AmountStep(props: AmountStepProps) {
  const amount = props.facts.plan?.amount;
  // This step opens only after a method is chosen.
  return amount ? <AmountQuestions {...props} amount={amount} /> : null;
}

interface AmountQuestionsProps extends AmountStepProps {
  readonly amount: AmountPlan;
}

function AmountQuestions({ facts, amount, onChange, onDone }: AmountQuestionsProps) {
  const { limits, value, additional, principalOnly } = amount;
  const { control, handleSubmit, pass, startOver } = useStepForm(value, onChange);

  function proceed() {
    if (!amountsOf(amount)) return;
    onChange(value);
    onDone();
  }
  return (
    <StepForm facts={facts} onSubmit={handleSubmit(proceed)} disabled={limits.aboveCardMaximum}>
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
      <AmountChoice facts={facts} amount={amount} onChange={(chosen) => startOver(chosen, { keepIsSubmitted: true })} />
      {value.kind === 'other' && (
        <AmountField label="amount.enterAmount" limits={limits} control={control} entry="entry" onEdit={pass} />
      )}
      {value.kind === 'principal' && (
        <>
          <AmountField
            label="amount.principalOnlyAmount"
            limits={principalOnly.limits}
            control={control}
            entry="entry"
            onEdit={pass}
          />
          <p>
            <Text of="amount.principalOnlyNote" />
          </p>
        </>
      )}
      <MonthlyAmountNote amount={amount} />
      {additional && value.kind !== 'principal' && (
        <AdditionalPrincipalField additional={additional} control={control} entry="additional" onEdit={pass} />
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
