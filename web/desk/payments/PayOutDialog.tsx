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

function afterApproval(means: PayoutMeans, again: string): string {
  if (means === 'bank') return `Once approved, the next bank file sends it. If the bank sends it back, ${again}.`;
  return `Once approved, the books show the amount as sent: ${means === 'check' ? 'hand over the check' : 'release the wire'} then.`;
}

const purposes = {
  overpayment: {
    title: 'Pay out an overpayment',
    what: (most: string) => `${most} more was paid than owed.`,
    again: 'it waits again',
    request: 'POST /api/desk/overpayments/ask-to-pay-out',
    requestCredit: 'POST /api/desk/overpayments/ask-bank-credit',
  },
  draw: {
    title: 'Draw on the line',
    what: (most: string) => `${most} is available. Interest counts from the day it is approved.`,
    again: 'it counts as never drawn',
    request: 'POST /api/desk/draws/ask',
    requestCredit: 'POST /api/desk/draws/ask-bank-credit',
  },
} as const;

interface PayOutDialogProps {
  readonly loan: LoanName;
  readonly purpose: keyof typeof purposes;
  readonly mostCents: number;
  /** Filled in as the amount; empty without one. */
  readonly amountCents?: number;
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

/** Asks to send an overpayment back to the customer, or what they draw on a line of credit. */
export function PayOutDialog({
  loan,
  purpose,
  mostCents,
  amountCents: proposed,
  bankAccounts,
  onClose,
}: PayOutDialogProps) {
  const words = purposes[purpose];
  const requestCredit = useDeskAction(words.requestCredit);
  const request = useDeskAction(words.request);
  const { form, control, entries } = useEntries<Entries>(
    {
      means: 'check',
      reference: '',
      profileId: bankAccounts[0]?.profileId ?? '',
      amount: proposed === undefined ? '' : formatHundredths(proposed),
    },
    ({ means, reference, amount }) => ({
      reference: means !== 'bank' && reference.trim() === '' ? 'Enter the number of the check or wire.' : undefined,
      amount: amountProblem(parseAmountEntry(amount) ?? 0, mostCents),
    }),
  );
  const { means, profileId } = entries;
  const reference = entries.reference.trim();
  const amountCents = parseAmountEntry(entries.amount) ?? 0;
  const offered = payoutMeans.filter((each) => each !== 'bank' || bankAccounts.length > 0);
  return (
    <ActionDialog
      title={words.title}
      what={`${words.what(formatCents(cents(mostCents)))} ${afterApproval(means, words.again)}`}
      approval="A supervisor must approve. You can withdraw it until then."
      told="The customer is told by email once it is approved."
      confirmLabel={purpose === 'draw' ? 'Ask to draw' : 'Ask to pay out'}
      form={form}
      onClose={onClose}
      onConfirm={(reason) =>
        means === 'bank'
          ? requestCredit.mutateAsync({ body: { ...loan, profileId, amountCents, reason } })
          : request.mutateAsync({ body: { ...loan, means, reference, amountCents, reason } })
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

function amountProblem(amountCents: number, mostCents: number): string | undefined {
  if (amountCents <= 0) return 'Enter the amount.';
  return amountCents > mostCents ? `Enter at most ${formatCents(cents(mostCents))}.` : undefined;
}

function nameOf({ accountType, lastFour, bankName, ownerName }: PayOutDialogProps['bankAccounts'][number]): string {
  return `${accountType} ending ${lastFour}, ${bankName}, of ${ownerName}`;
}
