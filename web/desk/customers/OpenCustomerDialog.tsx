import { useNavigate } from '@tanstack/react-router';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { SelectEntry } from '#web/desk/kit/EntryFields.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';

const occasions = [
  'Customer called',
  'Customer is in the branch',
  'Answers a message',
  'Decides a request',
  'Checks a payment',
  'Other',
] as const;

export type Occasion = (typeof occasions)[number];

interface OpenCustomerDialogProps {
  readonly customer: { readonly customerId: string; readonly name: string };
  /** Where to go afterwards; by default to the customer's page. */
  readonly goTo?: string;
  /** The likely one, from where the customer is opened. */
  readonly likely?: Occasion | undefined;
  readonly onClose: () => void;
}

/** Asks why someone looks at a customer. The reason goes to the audit log with everything done there. */
export function OpenCustomerDialog({ customer, goTo, likely = 'Customer called', onClose }: OpenCustomerDialogProps) {
  const { customerId, name } = customer;
  const open = useDeskAction('POST /api/desk/customers/open');
  const navigate = useNavigate();
  const { control, entries } = useEntries<{ occasion: string }>({ occasion: likely });
  const { occasion } = entries;
  return (
    <ActionDialog
      key={occasion}
      title={`Open ${name}`}
      what="You see this customer until you sign out. The audit log says who looked and why."
      confirmLabel="Open"
      initialReason={occasion === 'Other' ? '' : occasion}
      onClose={onClose}
      onConfirm={async (reason) => {
        await open.mutateAsync({ body: { customerId, reason } });
        await navigate({ to: goTo ?? `/customers/${encodeURIComponent(customerId)}` });
      }}
    >
      <SelectEntry
        control={control}
        entry="occasion"
        first
        label="Occasion"
        options={occasions.map((value) => ({ value, label: value }))}
      />
    </ActionDialog>
  );
}
