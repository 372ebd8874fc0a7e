import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import styles from './CustomerPage.module.css';

interface HiddenAccountProps {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly may: boolean;
}

/** Only the institution can show an account again that its customer hid. */
export function HiddenAccount({ customerId, accountNumber, may }: HiddenAccountProps) {
  const [asks, setAsks] = useState(false);
  const show = useDeskAction('POST /api/desk/customer/show-account');
  return (
    <div className={styles.line}>
      <Chip tone="warn">Hidden by the customer</Chip>
      {may && (
        <Button look="text" onClick={() => setAsks(true)}>
          Show on the web again
        </Button>
      )}
      {asks && (
        <ActionDialog
          title={`Show ${accountNumber} on the web again`}
          what="The customer sees the account again. Its statements stay on paper until the customer turns e-statements on."
          confirmLabel="Show on the web again"
          onClose={() => setAsks(false)}
          onConfirm={(reason) => show.mutateAsync({ body: { customerId, accountNumber, reason } })}
        />
      )}
    </div>
  );
}
