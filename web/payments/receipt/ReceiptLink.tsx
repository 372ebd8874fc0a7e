import { ReceiptText } from 'lucide-react';
import { ControlName } from '#web/kit/ControlName.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { receiptPath } from '#web/paths.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from '#web/payments/schedules/planned-payments.module.css';

export function ReceiptLink({ referenceNumber }: { readonly referenceNumber: string }) {
  return (
    <ScreenLink to={receiptPath(referenceNumber)} className={styles.receipt}>
      <ReceiptText size={18} aria-hidden="true" />
      <VisuallyHidden>
        <ControlName of="receipt.viewOf" with={{ confirmationNumber: referenceNumber }} />
      </VisuallyHidden>
    </ScreenLink>
  );
}
