import { useQueryClient } from '@tanstack/react-query';
import { cents, formatCents } from '#common/core/money.ts';
import type { DeskPermission } from '#common/desk/permissions.ts';
import { parseAmountEntry } from '#common/payments/rules/amounts.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { findWordsProblem } from '#web/desk/kit/find-words-problem.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { SelectEntry, TextEntry } from '#web/desk/kit/EntryFields.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { wordOf } from './PaymentState.tsx';

type Detail = DeskAnswer<'GET /api/desk/payment'>;

export interface PaymentAction {
  /** A move has a dialog of its own. */
  readonly id: Exclude<Detail['offers'][number], 'move'>;
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
    what: () => "We ask the card processor now, and its answer decides. If it doesn't answer, your evidence decides.",
    told: 'The customer is told by email whether the payment was made.',
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

interface DialogProps {
  readonly action: PaymentAction;
  readonly payment: Detail;
  readonly onClose: () => void;
}

export function PaymentActionDialog(props: DialogProps) {
  const { id } = props.action;
  const { partBelowCents } = props.payment;
  if (id === 'settle') return <SettleDialog {...props} />;
  if (id === 'refund' && partBelowCents !== null) return <RefundDialog {...props} leftCents={partBelowCents} />;
  return <PlainDialog {...props} id={id} />;
}

function dialogOf({ action, payment, onClose }: DialogProps) {
  return {
    title: `${action.label}: ${payment.reference}`,
    what: action.what(payment),
    told: action.told,
    approval: action.approval,
    confirmLabel: action.label,
    dangerous: action.id !== 'settle',
    onClose,
  };
}

function PlainDialog(props: DialogProps & { readonly id: Exclude<PaymentAction['id'], 'settle'> }) {
  const { customerId, paymentId } = props.payment;
  const cancel = useDeskAction('POST /api/desk/payments/cancel');
  const refund = useDeskAction('POST /api/desk/payments/ask-refund');
  const releaseAccount = useDeskAction('POST /api/desk/payments/ask-release-account');
  const run = { cancel, refund, releaseAccount }[props.id];
  return (
    <ActionDialog
      {...dialogOf(props)}
      onConfirm={(reason) => run.mutateAsync({ body: { customerId, paymentId, reason } })}
    />
  );
}

interface RefundEntries {
  readonly refund: 'whole' | 'part';
  readonly amount: string;
}

/** Refunds all that is left of a payment, or a part of it. */
function RefundDialog(props: DialogProps & { readonly leftCents: number }) {
  const { leftCents } = props;
  const { customerId, paymentId } = props.payment;
  const request = useDeskAction('POST /api/desk/payments/ask-refund');
  const left = formatCents(cents(leftCents));
  const { form, control, entries } = useEntries<RefundEntries>({ refund: 'whole', amount: '' }, (entered) => {
    const partCents = findPart(entered) ?? 0;
    const isRight = entered.refund === 'whole' || (partCents > 0 && partCents < leftCents);
    return { amount: isRight ? undefined : `Enter an amount below ${left}.` };
  });
  const amountCents = findPart(entries);
  return (
    <ActionDialog
      {...dialogOf(props)}
      form={form}
      onConfirm={(reason) =>
        request.mutateAsync({
          body: { customerId, paymentId, reason, ...(amountCents === undefined ? {} : { amountCents }) },
        })
      }
    >
      <SelectEntry
        control={control}
        entry="refund"
        first
        label="Refund"
        options={[
          { value: 'whole', label: `All of it, ${left}` },
          { value: 'part', label: 'A part' },
        ]}
      />
      {entries.refund === 'part' && (
        <TextEntry
          control={control}
          entry="amount"
          label="Amount"
          required
          inputMode="decimal"
          hint={`Less than ${left}. Additional principal goes back first, the fee last.`}
        />
      )}
    </ActionDialog>
  );
}

function findPart({ refund, amount }: RefundEntries): number | undefined {
  return refund === 'part' ? parseAmountEntry(amount) : undefined;
}

interface SettleEntries {
  readonly outcome: 'ask' | 'charged' | 'notCharged';
  readonly evidence: string;
}

function SettleDialog(props: DialogProps) {
  const { customerId, paymentId, state } = props.payment;
  const client = useQueryClient();
  const settle = useDeskAction('POST /api/desk/payments/settle');
  const { form, control, entries } = useEntries<SettleEntries>({ outcome: 'ask', evidence: '' }, (entered) => ({
    evidence: entered.outcome === 'ask' ? undefined : findWordsProblem(entered.evidence, 'Say what shows the outcome'),
  }));
  const { outcome, evidence } = entries;
  const claim = outcome === 'ask' ? null : { outcome, evidence };
  return (
    <ActionDialog
      {...dialogOf(props)}
      form={form}
      refusal={state === 'unknown' ? undefined : `This payment has an outcome by now: ${wordOf(state)}.`}
      onConfirm={(reason) =>
        settle.mutateAsync(
          { body: { customerId, paymentId, reason, claim } },
          // The processor answered meanwhile: read its answer.
          {
            onError: ({ message }) => {
              if (message === 'NotUnknown') void client.invalidateQueries();
            },
          },
        )
      }
    >
      <SelectEntry
        control={control}
        entry="outcome"
        first
        label="Outcome"
        options={[
          { value: 'ask', label: 'Ask the card processor' },
          { value: 'charged', label: 'The card was charged' },
          { value: 'notCharged', label: 'The card was not charged' },
        ]}
      />
      {outcome !== 'ask' && (
        <TextEntry
          control={control}
          entry="evidence"
          label="Evidence"
          hint="Such as the authorization in the processor's report."
          maxLength={200}
          autoComplete="off"
        />
      )}
    </ActionDialog>
  );
}
