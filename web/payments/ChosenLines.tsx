import { isOneTime } from './method-plan.ts';
import { isPrincipalOnly } from '#common/payments/rules/breakdown.ts';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { amountsOf } from './amount-plan.ts';
import { DoneLine } from './DoneLine.tsx';
import { useMethodName } from './method/use-method-name.ts';
import type { PaymentFacts } from './payment-facts.ts';

/** The chosen method; below it that a bank account is paid by E-Check, its bank, or that it is used once. */
export function MethodDone({ facts: { plan } }: { readonly facts: PaymentFacts }) {
  const methodName = useMethodName();
  const paying = plan?.method.paying;
  if (!paying) return null;
  const { name, submitted } = paying;
  const isBankAccount = name.type === 'ACH';
  const more = isOneTime(submitted) ? <Text of="payMethod.singleUse" /> : isBankAccount && name.bankName;
  return (
    <DoneLine
      title={methodName(name)}
      detail={
        isBankAccount ? (
          <>
            <Text of="payMethod.ach" />
            {more && <> · {more}</>}
          </>
        ) : (
          more
        )
      }
    />
  );
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
