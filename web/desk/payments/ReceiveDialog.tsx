import { useState } from 'react';
import { findDay } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { parseAmountEntry } from '#common/payments/rules/amounts.ts';
import { receivedMeans, type ReceivedMeans } from '#common/payments/rules/received-payment.ts';
import { useDeskAction, useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { focusWhenOpened } from '#web/desk/kit/focus-when-opened.ts';
import { problemOf } from '#web/desk/kit/problem-words.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { meansNames } from './means-names.ts';

interface Loan {
  readonly customerId: string;
  readonly accountNumber: string;
}

interface ReceiveDialogProps {
  readonly loan: Loan;
  readonly onClose: () => void;
}

/** Posts a check, wire or branch payment, after saying what it will do to the loan. */
export function ReceiveDialog({ loan, onClose }: ReceiveDialogProps) {
  const receive = useDeskAction('POST /api/desk/received-payments/receive');
  const [means, setMeans] = useState<ReceivedMeans>('check');
  const [reference, setReference] = useState('');
  const [amount, setAmount] = useState('');
  const [received, setReceived] = useState('');
  const amountCents = parseAmountEntry(amount);
  const receivedOn = findDay(received);

  return (
    <ActionDialog
      title="Receive a payment"
      what={<Effect loan={loan} amountCents={amountCents} receivedOn={receivedOn} />}
      told="The customer is told by email."
      confirmLabel="Receive"
      check={() => {
        if (amountCents === undefined || amountCents <= 0) return 'Enter the amount.';
        if (receivedOn === undefined) return 'Enter the day it was received.';
        return reference.trim() === '' ? 'Enter the number of the check, wire or receipt.' : undefined;
      }}
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
      <SelectField
        label="Received by"
        ref={focusWhenOpened}
        options={receivedMeans.map((value) => ({ value, label: meansNames[value] }))}
        value={means}
        onChange={(event) => setMeans(event.target.value as ReceivedMeans)}
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
      <TextField
        label="Received on"
        type="date"
        required
        value={received}
        onChange={(event) => setReceived(event.target.value)}
      />
    </ActionDialog>
  );
}

interface EffectProps {
  readonly loan: Loan;
  readonly amountCents: number | undefined;
  readonly receivedOn: string | undefined;
}

/** Says what the payment would do, as soon as amount and day are known. */
function Effect({ loan, amountCents = 0, receivedOn = '' }: EffectProps) {
  const isComplete = amountCents > 0 && receivedOn !== '';
  const query = { ...loan, amountCents, receivedOn };
  const { data, error } = useDeskQuery('GET /api/desk/received-payments/preview', { query }, isComplete);
  if (!isComplete) return 'The payment counts on the loan from the day it was received.';
  if (error) return problemOf(error);
  if (!data) return 'Calculating …';
  const { feesCents, interestCents, principalCents, overpaidCents, principalAfterCents } = data;
  const parts = [
    [feesCents, 'fees'],
    [interestCents, 'interest'],
    [principalCents, 'principal'],
  ] as const;
  const paid = parts.filter(([part]) => part > 0).map(([part, name]) => `${formatCents(cents(part))} ${name}`);
  const rest =
    overpaidCents > 0 ? ` ${formatCents(cents(overpaidCents))} is more than is owed and must be refunded.` : '';
  const pays = paid.length > 0 ? `It pays ${paid.join(', ')}.` : 'It pays nothing that is owed.';
  return `${pays} The new principal is ${formatCents(cents(principalAfterCents))}.${rest}${laterWords(data)}`;
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
