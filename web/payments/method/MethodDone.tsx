import { Text } from '#web/kit/Text.tsx';
import { DoneLine } from '../DoneLine.tsx';
import type { PaymentFacts } from '../payment-facts.ts';
import { useMethodName } from './use-method-name.ts';

export function MethodDone({ facts: { plan } }: { readonly facts: PaymentFacts }) {
  const methodName = useMethodName();
  const paying = plan?.method.paying;
  if (!paying) return null;
  const { name, submitted } = paying;
  const bankName = name.type === 'ACH' ? name.bankName : '';
  return (
    <DoneLine
      title={
        <>
          <Text of={name.type === 'Card' ? 'payMethod.card' : 'payMethod.ach'} /> · {methodName(name)}
        </>
      }
      detail={'singleUse' in submitted ? <Text of="payMethod.singleUse" /> : bankName}
    />
  );
}
