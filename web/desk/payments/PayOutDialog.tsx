import { useState } from 'react';
import { cents, formatCents, formatHundredths } from '#common/core/money.ts';
import { parseAmountEntry } from '#common/payments/rules/amounts.ts';
import { type PayoutMeans, payoutMeans } from '#common/payments/rules/payout.ts';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { focusWhenOpened } from '#web/desk/kit/focus-when-opened.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';

interface PayOutDialogProps {
  readonly loan: { readonly customerId: string; readonly accountNumber: string };
  readonly overpaidCents: number;
  readonly onClose: () => void;
}

/** Asks to send an overpayment back to the customer. */
export function PayOutDialog({ loan, overpaidCents, onClose }: PayOutDialogProps) {
  const ask = useDeskAction('POST /api/desk/overpayments/ask-to-pay-out');
  const [means, setMeans] = useState<PayoutMeans>('check');
  const [reference, setReference] = useState('');
  const [amount, setAmount] = useState(formatHundredths(overpaidCents));
  const amountCents = parseAmountEntry(amount) ?? 0;
  return (
    <ActionDialog
      title="Pay out an overpayment"
      what={`${formatCents(cents(overpaidCents))} more was paid than owed. Once approved, the books show the amount as sent: hand over the check, or release the wire, then.`}
      approval="A supervisor must approve. You can withdraw it until then."
      told="The customer is told by email once it is approved."
      confirmLabel="Ask to pay out"
      check={() => {
        if (amountCents <= 0) return 'Enter the amount.';
        if (amountCents > overpaidCents) return `Enter at most ${formatCents(cents(overpaidCents))}.`;
        return reference.trim() === '' ? 'Enter the number of the check or wire.' : undefined;
      }}
      onClose={onClose}
      onConfirm={(reason) =>
        ask.mutateAsync({ body: { ...loan, means, reference: reference.trim(), amountCents, reason } })
      }
    >
      <SelectField
        label="Sent by"
        ref={focusWhenOpened}
        options={payoutMeans.map((value) => ({ value, label: { check: 'Check', wire: 'Wire' }[value] }))}
        value={means}
        onChange={(event) => setMeans(event.target.value as PayoutMeans)}
      />
      <TextField
        label={means === 'check' ? 'Check number' : 'Reference'}
        required
        maxLength={40}
        value={reference}
        onChange={(event) => setReference(event.target.value)}
      />
      <TextField
        label="Amount"
        required
        inputMode="decimal"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
    </ActionDialog>
  );
}
