import { type Cents, formatCents } from '#common/core/money.ts';
import { findAmountError } from '#common/payments/rules/amounts.ts';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { type RadioCard, RadioCards, type RadioCardsProps } from '#web/ui/RadioCards.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { principalOnlyBlockText } from '#common/payments/rules/availability-texts.ts';
import type { AmountPlan } from '../amount-plan.ts';
import { QuoteLine } from '../frequency/PayoffChoice.tsx';
import type { FrequencyPlan } from '../frequency-plan.ts';
import type { PaymentFacts } from '../payment-facts.ts';
import type { AmountValue } from '../payment-values.ts';

type Kind = AmountValue['kind'];

interface AmountChoiceProps {
  readonly facts: PaymentFacts;
  readonly amount: AmountPlan;
  readonly onChange: (value: AmountValue) => void;
}

/** The amount due, another amount, principal only, or all that is owed. */
export function AmountChoice({ facts: { plan, loan, payoffQuote }, amount, onChange }: AmountChoiceProps) {
  const loading = useLabel('payoffChoice.loading');
  const { limits, value, comparison } = amount;
  const frequency = plan?.frequency;
  const todayCents = loan.state === 'ready' ? loan.value.terms.payoffCents : null;
  const fixed = limits.minimumCents === limits.maximumCents && limits.defaultCents === limits.maximumCents;
  const paysOff = value.kind === 'payoff';
  const failed = paysOff && payoffQuote.state === 'failed';

  function choose(kind: Kind) {
    if (kind === 'payoff' && payoffQuote.state === 'failed') payoffQuote.tryAgain();
    onChange({ ...value, kind, entry: '' });
  }
  return (
    <>
      <Field<RadioCardsProps<Kind>>
        use={RadioCards}
        label="amount.choice"
        cards={[
          dueCard(amount, frequency?.timing === 'recurring'),
          ...(comparison?.offersInstallment === true
            ? [
                {
                  value: 'installment' as const,
                  label: (
                    <ControlName of="amount.installment" with={{ amount: formatCents(comparison.installmentCents) }} />
                  ),
                  hint: <InAMonth cents={comparison.inAMonth(comparison.installmentCents)} />,
                },
              ]
            : []),
          { value: 'other', label: <ControlName of="amount.other" />, disabled: limits.aboveCardMaximum || fixed },
          ...principalCards(amount),
          ...(frequency && mayPayOff(frequency) ? [payoffCard(frequency, todayCents)] : []),
        ]}
        value={failed ? null : value.kind}
        onChange={choose}
      />
      {paysOff && payoffQuote.state === 'loading' && <SpinnerView label={loading.label} size={50} />}
      {failed && (
        <>
          <p aria-live="polite">
            <Text of="payoffChoice.noQuote" />
          </p>
          <Alert tone="bad">
            <Text of="paymentError.PayOffQuote" />
          </Alert>
        </>
      )}
    </>
  );
}

function dueCard({ limits, comparison }: AmountPlan, isRecurring: boolean): RadioCard<Kind> {
  const amount = formatCents(limits.defaultCents);
  return {
    value: 'due',
    label: <ControlName of={comparison ? 'amount.spread' : 'amount.payAmountDue'} with={{ amount }} />,
    hint: comparison ? (
      <InAMonth cents={comparison.inAMonth(limits.defaultCents)} />
    ) : (
      isRecurring && <Text of="amount.regular" />
    ),
    disabled: findAmountError(limits.defaultCents, limits) !== undefined,
  };
}

/** Says why a loan takes no such payment, unless it is never offered. */
function principalCards({ principalOnly: { available } }: AmountPlan): RadioCard<Kind>[] {
  const label = <ControlName of="amount.principalOnly" />;
  if (available.allowed) return [{ value: 'principal', label, hint: <Text of="amount.principalOnlyHint" /> }];
  const why = principalOnlyBlockText(available.reason);
  if (why === undefined) return [];
  return [{ value: 'principal', label, hint: <Text of={why} />, disabled: true }];
}

function mayPayOff({ timing, payoff }: FrequencyPlan): boolean {
  return timing !== 'recurring' && payoff.available.allowed;
}

/** The payoff of a later day shows once it is chosen, because it has to be quoted. */
function payoffCard(frequency: FrequencyPlan, todayCents: Cents | null): RadioCard<Kind> {
  const cents = frequency.value.when === 'now' ? todayCents : frequency.payoff.cents;
  return {
    value: 'payoff',
    label: <ControlName of="payoffChoice.label" />,
    hint: cents !== null && <QuoteLine frequency={frequency} cents={cents} />,
  };
}

/** The monthly total of an amount. */
export function InAMonth({ cents }: { readonly cents: Cents }) {
  return <Text of="amount.inAMonth" with={{ amount: formatCents(cents) }} />;
}
