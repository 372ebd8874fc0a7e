import type { RecurringPayment } from '#common/payments/rules/payment-types.ts';
import { ChangePreview } from './ChangePreview.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { type Named, previewSkip, skipRecurring } from './planned-payment-changes.ts';
import { useChangePreview } from './use-change-preview.ts';

interface SkipDialogProps {
  readonly named: Named<RecurringPayment>;
  readonly onClose: (outcome: 'changed' | 'failed' | 'cancelled') => void;
}

/** Asks before skipping the next payment, and shows the one after it. */
export function SkipDialog({ named, onClose }: SkipDialogProps) {
  const preview = useChangePreview(named.payment.handle, named, previewSkip);
  const outdated = preview.state === 'refused' && preview.tryAgain === null;
  return (
    <DeleteDialog of="recurringSkip" outdated={outdated} remove={() => skipRecurring(named)} onClose={onClose}>
      <ChangePreview of={preview} doing="skip" />
    </DeleteDialog>
  );
}
