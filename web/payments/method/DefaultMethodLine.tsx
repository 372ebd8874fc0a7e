import { Trash2 } from 'lucide-react';
import { reportClientError } from '#web/data/client-errors.ts';
import { useAction } from '#web/data/use-action.ts';
import { useLabel } from '#web/institution/settings.ts';
import { Text } from '#web/kit/Text.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { removeDefaultMethod } from '#web/payments/methods-data.ts';
import type { Loan } from '../payment-facts.ts';
import { nameOfSaved } from './method-name.ts';
import styles from './method.module.css';
import { useMethodName } from './use-method-name.ts';

export function DefaultMethodLine({ loan }: { readonly loan: Loan }) {
  const methodName = useMethodName();
  const remove = useLabel('payMethod.removeDefault');
  const { accountNumber, defaultMethod } = loan.terms;
  const { busy, run } = useAction(() => removeDefaultMethod(accountNumber), {
    // P 7 requires that this failure is only logged; the line stays.
    onFailed: () => reportClientError('The default payment method could not be removed'),
  });
  const method = loan.savedMethods.find(({ profileId }) => profileId === defaultMethod?.profileId);
  if (!method) return null;
  return (
    <div className={styles.line}>
      <span>
        <Text of="payMethod.default" with={{ method: methodName(nameOfSaved(method)) }} />
      </span>
      <IconButton
        label={remove.label}
        disabled={busy}
        onClick={() => void run()}
        icon={<Trash2 size={18} aria-hidden="true" />}
      />
    </div>
  );
}
