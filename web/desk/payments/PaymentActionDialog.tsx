import { useState } from 'react';
import type { DeskPermission } from '#common/desk/permissions.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { type DeskAnswer, deskCall } from '#web/desk/data/desk-client.ts';
import { deskQueries } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { focusWhenOpened } from '#web/desk/kit/focus-when-opened.ts';
import { amountOf, findRefundProblem, type Refund, RefundChoice } from './RefundChoice.tsx';

type Detail = DeskAnswer<'GET /api/desk/payment'>;

export interface PaymentAction {
  readonly id: Detail['offers'][number];
  readonly label: string;
  readonly may: DeskPermission;
  readonly what: (payment: Detail) => string;
  readonly approval?: string;
  readonly told: string;
}

export const paymentActions: readonly PaymentAction[] = [
  {
    id: 'settle',
    label: 'Settle the outcome',
    may: 'correctPayments',
    what: () => "We ask the card processor once more. If it doesn't answer, your evidence decides.",
    told: 'If it was charged, the customer gets the receipt.',
  },
  {
    id: 'cancel',
    label: 'Cancel payment',
    may: 'stopPayments',
    what: ({ reference }) => `Payment ${reference} will not be made.`,
    told: 'The customer is told by email.',
  },
  {
    id: 'refund',
    label: 'Ask for a refund',
    may: 'correctPayments',
    what: ({ method, partBelowCents }) =>
      method === 'Card'
        ? `You ask to refund the payment${partBelowCents === null ? '' : ', or a part of it,'} to the card. What is refunded no longer counts on the loan.`
        : 'You ask to cancel the bank draft before it leaves and to reverse the payment on the loan.',
    approval: 'A supervisor must approve. You can withdraw it until then.',
    told: 'The customer is told by email when it is approved.',
  },
  {
    id: 'releaseAccount',
    label: 'Ask to release the bank account',
    may: 'correctPayments',
    what: ({ lastFour }) =>
      `You ask that the bank account ending in ${lastFour} may be drawn on again, for every customer who uses it. The returned payment stays returned.`,
    approval: 'A supervisor must approve. You can withdraw it until then.',
    told: 'The customer is told by email when it is approved.',
  },
];

interface PaymentActionDialogProps {
  readonly action: PaymentAction;
  readonly payment: Detail;
  readonly onClose: () => void;
}

export function PaymentActionDialog({ action, payment, onClose }: PaymentActionDialogProps) {
  const [outcome, setOutcome] = useState<Outcome>('');
  const [evidence, setEvidence] = useState('');
  const [refund, setRefund] = useState<Refund>({ of: 'whole', amount: '' });
  const leftCents = action.id === 'refund' ? payment.partBelowCents : null;
  const isSettling = action.id === 'settle';
  const { customerId, paymentId } = payment;

  const run = async (reason: string) => {
    const body = { customerId, paymentId, reason };
    if (action.id === 'cancel') await deskCall('POST /api/desk/payments/cancel', { body });
    else if (action.id === 'refund') {
      await deskCall('POST /api/desk/payments/ask-refund', { body: { ...body, ...amountOf(refund) } });
    } else if (action.id === 'releaseAccount') await deskCall('POST /api/desk/payments/ask-release-account', { body });
    else if (outcome !== '') {
      await deskCall('POST /api/desk/payments/settle', { body: { ...body, outcome, evidence } });
    }
    await deskQueries.invalidateQueries();
  };
  const check = () => {
    if (leftCents !== null) return findRefundProblem(refund, leftCents);
    if (!isSettling) return undefined;
    if (outcome === '') return 'Choose the outcome.';
    return evidence.trim().length < 3 ? 'Say what shows the outcome.' : undefined;
  };

  let fields;
  if (leftCents !== null) fields = <RefundChoice leftCents={leftCents} refund={refund} onChange={setRefund} />;
  else if (isSettling) {
    fields = <SettleFields outcome={outcome} evidence={evidence} onOutcome={setOutcome} onEvidence={setEvidence} />;
  }

  return (
    <ActionDialog
      title={`${action.label}: ${payment.reference}`}
      what={action.what(payment)}
      told={action.told}
      approval={action.approval}
      confirmLabel={action.label}
      dangerous={action.id !== 'settle'}
      check={check}
      onClose={onClose}
      onConfirm={run}
    >
      {fields}
    </ActionDialog>
  );
}

type Outcome = '' | 'charged' | 'notCharged';

interface SettleFieldsProps {
  readonly outcome: Outcome;
  readonly evidence: string;
  readonly onOutcome: (outcome: Outcome) => void;
  readonly onEvidence: (evidence: string) => void;
}

function SettleFields({ outcome, evidence, onOutcome, onEvidence }: SettleFieldsProps) {
  return (
    <>
      <SelectField
        label="Outcome"
        placeholder="Choose"
        ref={focusWhenOpened}
        options={[
          { value: 'charged', label: 'The card was charged' },
          { value: 'notCharged', label: 'The card was not charged' },
        ]}
        value={outcome}
        onChange={(event) => onOutcome(event.target.value as Outcome)}
      />
      <TextField
        label="Evidence"
        hint="Such as the authorization in the processor's report."
        maxLength={200}
        autoComplete="off"
        value={evidence}
        onChange={(event) => onEvidence(event.target.value)}
      />
    </>
  );
}
