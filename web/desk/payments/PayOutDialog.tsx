import { cents, formatCents, formatHundredths } from '#common/core/money.ts';
import { parseAmountEntry } from '#common/payments/rules/amounts.ts';
import { type PayoutMeans, payoutMeans } from '#common/payments/rules/payout.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { SelectEntry, TextEntry } from '#web/desk/kit/EntryFields.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import type { LoanName } from './LoanPage.tsx';

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
  readonly loan: LoanName;
  readonly overpaidCents: number;
  /** Accounts the customer saved, to which the bank file can send it. */
  readonly bankAccounts: DeskAnswer<'GET /api/desk/overpayments/loan'>['bankAccounts'];
  readonly onClose: () => void;
}

interface Entries {
  readonly means: PayoutMeans;
  readonly reference: string;
  readonly profileId: string;
  readonly amount: string;
}

/** Asks to send an overpayment back to the customer. */
export function PayOutDialog({ loan, overpaidCents, bankAccounts, onClose }: PayOutDialogProps) {
  const askCredit = useDeskAction('POST /api/desk/overpayments/ask-bank-credit');
  const ask = useDeskAction('POST /api/desk/overpayments/ask-to-pay-out');
  const { form, control, entries } = useEntries<Entries>(
    {
      means: 'check',
      reference: '',
      profileId: bankAccounts[0]?.profileId ?? '',
      amount: formatHundredths(overpaidCents),
    },
    ({ means, reference, amount }) => ({
      reference: means !== 'bank' && reference.trim() === '' ? 'Enter the number of the check or wire.' : undefined,
      amount: amountProblem(parseAmountEntry(amount) ?? 0, overpaidCents),
    }),
  );
  const { means, profileId } = entries;
  const reference = entries.reference.trim();
  const amountCents = parseAmountEntry(entries.amount) ?? 0;
  const offered = payoutMeans.filter((each) => each !== 'bank' || bankAccounts.length > 0);
  return (
    <ActionDialog
      title="Pay out an overpayment"
      what={`${formatCents(cents(overpaidCents))} more was paid than owed. ${afterApproval[means]}`}
      approval="A supervisor must approve. You can withdraw it until then."
      told="The customer is told by email once it is approved."
      confirmLabel="Ask to pay out"
      form={form}
      onClose={onClose}
      onConfirm={(reason) =>
        means === 'bank'
          ? askCredit.mutateAsync({ body: { ...loan, profileId, amountCents, reason } })
          : ask.mutateAsync({ body: { ...loan, means, reference, amountCents, reason } })
      }
    >
      <SelectEntry
        control={control}
        entry="means"
        first
        label="Sent by"
        options={offered.map((value) => ({ value, label: meansWords[value] }))}
      />
      {means === 'bank' ? (
        <SelectEntry
          control={control}
          entry="profileId"
          label="Bank account"
          options={bankAccounts.map((account) => ({ value: account.profileId, label: nameOf(account) }))}
        />
      ) : (
        <TextEntry
          control={control}
          entry="reference"
          label={means === 'check' ? 'Check number' : 'Reference'}
          required
          maxLength={40}
        />
      )}
      <TextEntry control={control} entry="amount" label="Amount" required inputMode="decimal" />
    </ActionDialog>
  );
}

function amountProblem(amountCents: number, overpaidCents: number): string | undefined {
  if (amountCents <= 0) return 'Enter the amount.';
  return amountCents > overpaidCents ? `Enter at most ${formatCents(cents(overpaidCents))}.` : undefined;
}

function nameOf({ accountType, lastFour, bankName, ownerName }: PayOutDialogProps['bankAccounts'][number]): string {
  return `${accountType} ending ${lastFour}, ${bankName}, of ${ownerName}`;
}
