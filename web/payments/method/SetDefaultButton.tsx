import { Star } from 'lucide-react';
import type { SavedMethod } from '#common/payments/rules/payment-types.ts';
import { useAction } from '#web/data/use-action.ts';
import { useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { setDefaultMethod } from '#web/payments/methods-data.ts';
import type { Loan } from '../payment-facts.ts';

/** Makes the selected method the loan's default, if allowed and not already so (P 4). */
export function SetDefaultButton({ loan, method }: { readonly loan: Loan; readonly method: SavedMethod }) {
  const allowed = useOption('paymentOptions.allowDefaultPaymentMethod');
  const { accountNumber, defaultMethod } = loan.terms;
  const { busy, failure, run } = useAction(() => setDefaultMethod(accountNumber, method));
  if (!allowed || defaultMethod?.profileId === method.profileId) return null;
  return (
    <>
      <Button look="text" busy={busy} onClick={() => void run()}>
        <Star size={18} aria-hidden="true" />
        <ControlName of="payMethod.setDefault" />
      </Button>
      {failure && (
        <Alert tone="bad">
          <Text of="payMethod.defaultFailed" />
        </Alert>
      )}
    </>
  );
}
