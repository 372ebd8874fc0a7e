import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import type { StepProps } from '#web/kit/use-steps.ts';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { chooseFrequency, type FrequencyPlan } from '../frequency-plan.ts';
import type { Loan, PaymentFacts } from '../payment-facts.ts';
import type { PaymentValues } from '../payment-values.ts';
import { StepForm } from '../StepForm.tsx';
import { useStepForm } from '../use-step-form.ts';
import { FrequencySelect } from './FrequencySelect.tsx';
import { OneTimeFields } from './OneTimeFields.tsx';
import { RecurringFields } from './RecurringFields.tsx';

type FrequencyStepProps = StepProps<PaymentValues, 'frequency', PaymentFacts>;

/**
 * Chooses frequency and day (P 2, Payment Frequency section). Loads the processor's fee once the choice is complete.
 */
export function FrequencyStep(props: FrequencyStepProps) {
  const { loan, plan } = props.facts;
  // This step opens only after a method is chosen.
  if (loan.state !== 'ready' || !plan?.frequency || !plan.method.type) return null;
  return <FrequencyQuestions {...props} loan={loan.value} frequency={plan.frequency} />;
}

interface FrequencyQuestionsProps extends FrequencyStepProps {
  readonly loan: Loan;
  readonly frequency: FrequencyPlan;
}

function FrequencyQuestions({ facts, loan, frequency, onChange, onDone }: FrequencyQuestionsProps) {
  const { settings, thirdPartyFee, payoffQuote } = facts;
  const { value, options, isValid } = frequency;
  const { asked, handleSubmit, startOver } = useStepForm(value, onChange);
  const type = facts.plan?.method.type ?? 'ACH';
  const mayPayByCard = facts.plan?.available.types.Card.allowed === true;
  const fields = { mayPayByCard, value, frequency, terms: loan.terms, settings, type, asked, onChange };

  function proceed() {
    if (!isValid || thirdPartyFee.state !== 'ready') return;
    onChange(value);
    onDone();
  }
  return (
    <StepForm
      facts={facts}
      onSubmit={handleSubmit(proceed)}
      disabled={isStuck(frequency) || (isValid && thirdPartyFee.state !== 'ready')}
    >
      <FrequencySelect
        options={options}
        value={value.frequency}
        onChange={(chosen) => startOver(chooseFrequency(chosen, options))}
      />
      {value.frequency === 'OneTime' ? (
        <OneTimeFields {...fields} payoffQuote={payoffQuote} />
      ) : (
        <RecurringFields key={value.frequency} {...fields} />
      )}
      <FeeState fee={thirdPartyFee} />
    </StepForm>
  );
}

/** No entry here can fix the problem. */
function isStuck({ value, options, payoff }: FrequencyPlan): boolean {
  if (!options.frequencies[value.frequency].allowed) return true;
  if (value.payoff && !payoff.available.allowed) return true;
  return value.frequency === 'OneTime' && !options.payNow.allowed && !options.payLater.allowed;
}

/** A spinner while the fee loads, an error if it fails (P 2). */
function FeeState({ fee }: { readonly fee: PaymentFacts['thirdPartyFee'] }) {
  const loading = useLabel('frequency.loadingFee');
  if (fee.state === 'loading') return <SpinnerView label={loading.label} size={50} />;
  if (fee.state !== 'failed') return null;
  return (
    <Alert
      tone="bad"
      action={
        <Button look="quiet" onClick={fee.tryAgain}>
          <ControlName of="shell.tryAgain" />
        </Button>
      }
    >
      <Text of="paymentMethodError.fee" />
    </Alert>
  );
}
