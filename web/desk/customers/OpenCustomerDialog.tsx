import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { focusWhenOpened } from '#web/desk/kit/focus-when-opened.ts';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';

const usualReasons = ['Customer called', 'Customer is in the branch', 'Answers a message', 'Checks a payment', 'Other'];

interface OpenCustomerDialogProps {
  readonly customer: { readonly customerId: string; readonly name: string };
  /** Where to go afterwards; by default to the customer's page. */
  readonly goTo?: string;
  readonly onClose: () => void;
}

/** Asks why someone looks at a customer. The reason goes to the audit log with everything done there. */
export function OpenCustomerDialog({ customer, goTo, onClose }: OpenCustomerDialogProps) {
  const { customerId, name } = customer;
  const open = useDeskAction('POST /api/desk/customers/open');
  const navigate = useNavigate();
  const [occasion, setOccasion] = useState(usualReasons[0] ?? '');
  const isOther = occasion === 'Other';
  return (
    <ActionDialog
      key={occasion}
      title={`Open ${name}`}
      what="You see this customer until you sign out. The audit log says who looked and why."
      confirmLabel="Open"
      initialReason={isOther ? '' : occasion}
      onClose={onClose}
      onConfirm={async (reason) => {
        await open.mutateAsync({ body: { customerId, reason } });
        await navigate({ to: goTo ?? `/customers/${encodeURIComponent(customerId)}` });
      }}
    >
      <SelectField
        label="Occasion"
        ref={focusWhenOpened}
        options={usualReasons.map((value) => ({ value, label: value }))}
        value={occasion}
        onChange={(event) => setOccasion(event.target.value)}
      />
    </ActionDialog>
  );
}
