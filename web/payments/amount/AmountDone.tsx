import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { amountsOf } from '../amount-plan.ts';
import { DoneLine } from '../DoneLine.tsx';
import type { PaymentFacts } from '../payment-facts.ts';

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
