import { Pencil, SkipForward, Trash2 } from 'lucide-react';
import type { RecurringPayment } from '#common/payments/rules/payment-types.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Text } from '#web/kit/Text.tsx';
import { ReceiptLink } from '#web/payments/receipt/ReceiptLink.tsx';
import styles from './planned-payments.module.css';

export type RecurringDoing = 'delete' | 'edit' | 'skip';

interface RecurringActionsProps {
  readonly payment: RecurringPayment;
  readonly onDo: (what: RecurringDoing) => void;
}

/** Actions for a recurring payment; each needs the payment's own flag and the institution's switch (P 5). */
export function RecurringActions({ payment, onDo }: RecurringActionsProps) {
  const remove = useLabel('recurringPanel.delete');
  const edit = useLabel('recurringPanel.edit');
  const skip = useLabel('recurringPanel.skip');
  const mayDelete = useOption('paymentOptions.allowRecurringDeletion') && payment.deletable;
  const mayEdit = useOption('paymentOptions.allowRecurringEdit') && payment.editable;
  const maySkip = useOption('paymentOptions.allowRecurringSkip') && payment.skippable;
  return (
    <span className={styles.actions}>
      <ReceiptLink referenceNumber={payment.referenceNumber} />
      {mayEdit && (
        <IconButton label={edit.label} onClick={() => onDo('edit')} icon={<Pencil size={18} aria-hidden="true" />} />
      )}
      {maySkip && (
        <IconButton
          label={skip.label}
          onClick={() => onDo('skip')}
          icon={<SkipForward size={18} aria-hidden="true" />}
        />
      )}
      {mayDelete ? (
        <IconButton
          label={remove.label}
          onClick={() => onDo('delete')}
          icon={<Trash2 size={18} aria-hidden="true" />}
        />
      ) : (
        <Text of="recurringPanel.cannotDelete" />
      )}
    </span>
  );
}
