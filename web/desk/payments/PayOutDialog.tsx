import { useState } from 'react';
import { cents, formatCents, formatHundredths } from '#common/core/money.ts';
import { parseAmountEntry } from '#common/payments/rules/amounts.ts';
import { type PayoutMeans, payoutMeans } from '#common/payments/rules/payout.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { focusWhenOpened } from '#web/desk/kit/focus-when-opened.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';

export const meansWords: Readonly<Record<PayoutMeans, string>> = {
  check: 'Check',
  wire: 'Wire',
  bank: 'Bank account',
};

const afterApproval: Readonly<Record<PayoutMeans, string>> = {
  check: 'Once approved, the books show the amount as sent: hand over the check then.',
  wire: 'Once approved, the books show the amount as sent: release the wire then.',
  bank: 'Once approved, the next bank file sends it. If the bank sends it back, it waits again.',
};

interface PayOutDialogProps {
  readonly loan: { readonly customerId: string; readonly accountNumber: string };
  readonly overpaidCents: number;
  /** Accounts the customer saved, to which the bank file can send it. */
  readonly bankAccounts: DeskAnswer<'GET /api/desk/overpayments/loan'>['bankAccounts'];
  readonly onClose: () => void;
}

/** Asks to send an overpayment back to the customer. */
export function PayOutDialog({ loan, overpaidCents, bankAccounts, onClose }: PayOutDialogProps) {
  const askCredit = useDeskAction('POST /api/desk/overpayments/ask-bank-credit');
  const ask = useDeskAction('POST /api/desk/overpayments/ask-to-pay-out');
  const [means, setMeans] = useState<PayoutMeans>('check');
  const [reference, setReference] = useState('');
  const [profileId, setProfileId] = useState(bankAccounts[0]?.profileId ?? '');
  const [amount, setAmount] = useState(formatHundredths(overpaidCents));
  const amountCents = parseAmountEntry(amount) ?? 0;
  const offered = payoutMeans.filter((each) => each !== 'bank' || bankAccounts.length > 0);
  return (
    <ActionDialog
      title="Pay out an overpayment"
      what={`${formatCents(cents(overpaidCents))} more was paid than owed. ${afterApproval[means]}`}
      approval="A supervisor must approve. You can withdraw it until then."
      told="The customer is told by email once it is approved."
      confirmLabel="Ask to pay out"
      check={() => {
        if (amountCents <= 0) return 'Enter the amount.';
        if (amountCents > overpaidCents) return `Enter at most ${formatCents(cents(overpaidCents))}.`;
        return means !== 'bank' && reference.trim() === '' ? 'Enter the number of the check or wire.' : undefined;
      }}
      onClose={onClose}
      onConfirm={(reason) =>
        means === 'bank'
          ? askCredit.mutateAsync({ body: { ...loan, profileId, amountCents, reason } })
          : ask.mutateAsync({ body: { ...loan, means, reference: reference.trim(), amountCents, reason } })
      }
    >
      <SelectField
        label="Sent by"
        ref={focusWhenOpened}
        options={offered.map((value) => ({ value, label: meansWords[value] }))}
        value={means}
        onChange={(event) => setMeans(event.target.value as PayoutMeans)}
      />
      {means === 'bank' ? (
        <SelectField
          label="Bank account"
          options={bankAccounts.map((account) => ({ value: account.profileId, label: nameOf(account) }))}
          value={profileId}
          onChange={(event) => setProfileId(event.target.value)}
        />
      ) : (
        <TextField
          label={means === 'check' ? 'Check number' : 'Reference'}
          required
          maxLength={40}
          value={reference}
          onChange={(event) => setReference(event.target.value)}
        />
      )}
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

function nameOf({ accountType, lastFour, bankName, ownerName }: PayOutDialogProps['bankAccounts'][number]): string {
  return `${accountType} ending ${lastFour}, ${bankName}, of ${ownerName}`;
}
