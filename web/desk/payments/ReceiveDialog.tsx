import { findDay } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { parseAmountEntry } from '#common/payments/rules/amounts.ts';
import { receivedMeans, type ReceivedMeans } from '#common/payments/rules/received-payment.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskPreview } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { SelectEntry, TextEntry } from '#web/desk/kit/EntryFields.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { problemOf } from '#web/desk/kit/problem-words.ts';
import { meansNames } from './means-names.ts';
import type { LoanName } from './LoanPage.tsx';

interface ReceiveDialogProps {
  readonly loan: LoanName;
  readonly onClose: () => void;
}

interface Entries {
  readonly means: ReceivedMeans;
  readonly reference: string;
  readonly amount: string;
  readonly received: string;
}

/** Posts a check, wire or branch payment, after saying what it will do to the loan. */
export function ReceiveDialog({ loan, onClose }: ReceiveDialogProps) {
  const receive = useDeskAction('POST /api/desk/received-payments/receive');
  const { form, control, entries } = useEntries<Entries>(
    { means: 'check', reference: '', amount: '', received: '' },
    ({ reference, amount, received }) => ({
      reference: reference.trim() === '' ? 'Enter the number of the check, wire or receipt.' : undefined,
      amount: (parseAmountEntry(amount) ?? 0) > 0 ? undefined : 'Enter the amount.',
      received: findDay(received) === undefined ? 'Enter the day it was received.' : undefined,
    }),
  );
  const { means, reference } = entries;
  const amountCents = parseAmountEntry(entries.amount);
  const receivedOn = findDay(entries.received);
  const isComplete = amountCents !== undefined && amountCents > 0 && receivedOn !== undefined;
  const preview = useDeskPreview(
    'GET /api/desk/received-payments/preview',
    { query: { ...loan, amountCents: amountCents ?? 0, receivedOn: receivedOn ?? '' } },
    isComplete,
  );

  return (
    <ActionDialog
      title="Receive a payment"
      what={
        isComplete && !preview.error ? (
          <Effect preview={preview.data} />
        ) : (
          'The payment counts on the loan from the day it was received.'
        )
      }
      told="The customer is told by email."
      confirmLabel="Receive"
      form={form}
      refusal={preview.error ? problemOf(preview.error) : undefined}
      onClose={onClose}
      onConfirm={(reason) =>
        receive.mutateAsync({
          body: {
            ...loan,
            means,
            reference: reference.trim(),
            amountCents: Number(amountCents),
            receivedOn: String(receivedOn),
            reason,
          },
        })
      }
    >
      <SelectEntry
        control={control}
        entry="means"
        first
        label="Received by"
        options={receivedMeans.map((value) => ({ value, label: meansNames[value] }))}
      />
      <TextEntry
        control={control}
        entry="reference"
        label={means === 'check' ? 'Check number' : 'Reference'}
        required
        maxLength={40}
      />
      <TextEntry control={control} entry="amount" label="Amount" required inputMode="decimal" />
      <TextEntry control={control} entry="received" label="Received on" type="date" required />
    </ActionDialog>
  );
}

type Preview = DeskAnswer<'GET /api/desk/received-payments/preview'>;

/** Says what the payment would do. */
function Effect({ preview }: { readonly preview: Preview | undefined }) {
  if (!preview) return 'Calculating…';
  const { feesCents, interestCents, principalCents, overpaidCents, paidBackCents, principalAfterCents } = preview;
  const parts = [
    [feesCents, 'fees'],
    [interestCents, 'interest'],
    [principalCents, 'principal'],
    [paidBackCents, 'of what was refunded too much'],
  ] as const;
  const paid = parts.filter(([part]) => part > 0).map(([part, name]) => `${formatCents(cents(part))} ${name}`);
  const rest =
    overpaidCents > 0 ? ` ${formatCents(cents(overpaidCents))} is more than is owed and must be refunded.` : '';
  const pays = paid.length > 0 ? `It pays ${paid.join(', ')}.` : 'It pays nothing that is owed.';
  return `${pays} The new principal is ${formatCents(cents(principalAfterCents))}.${rest}${laterWords(preview)}`;
}

interface Later {
  readonly appliedAgain: number;
  readonly lateChargesSinceCents: number;
}

/** Says what happened since the day the payment was received. */
function laterWords({ appliedAgain, lateChargesSinceCents }: Later): string {
  const again =
    appliedAgain > 0 ? ` Later payments are applied again after it, so they pay less interest: ${appliedAgain}.` : '';
  const charged =
    lateChargesSinceCents > 0
      ? ` Late charges of ${formatCents(cents(lateChargesSinceCents))} were made since then; waive what it would have avoided.`
      : '';
  return `${again}${charged}`;
}
