import { isOneTime } from './method-plan.ts';
import { isPrincipalOnly } from '#common/payments/rules/breakdown.ts';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { amountsOf } from './amount-plan.ts';
import { DoneLine } from './DoneLine.tsx';
import { useMethodName } from './method/use-method-name.ts';
import type { PaymentFacts } from './payment-facts.ts';

/** The chosen method; below it the bank of an account, or that it is used once. */
export function MethodDone({ facts: { plan } }: { readonly facts: PaymentFacts }) {
  const methodName = useMethodName();
  const paying = plan?.method.paying;
  if (!paying) return null;
  const { name, submitted } = paying;
  const bank = name.type === 'ACH' && (name.bankName || <Text of="payMethod.ach" />);
  return <DoneLine title={methodName(name)} detail={isOneTime(submitted) ? <Text of="payMethod.singleUse" /> : bank} />;
}

/** The chosen amount, and what is added to it. */
export function AmountDone({ facts: { plan } }: { readonly facts: PaymentFacts }) {
  const amounts = plan?.amount ? amountsOf(plan.amount) : null;
  if (!amounts) return null;
  const { amountCents, additionalPrincipalCents } = amounts;
  if (isPrincipalOnly(amounts)) {
    return <DoneLine title={<Money cents={additionalPrincipalCents} />} detail={<Text of="amount.principalOnly" />} />;
  }
  const additional = <Money key="additional" cents={additionalPrincipalCents} />;
  return (
    <DoneLine
      title={<Money cents={amountCents} />}
      detail={
        plan?.amount?.value.kind === 'payoff' ? (
          <Text of="payoffChoice.label" />
        ) : (
          additionalPrincipalCents > 0 && <Text of="amount.withAdditionalPrincipal" with={{ amount: additional }} />
        )
      }
    />
  );
}
