import { useState } from 'react';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { focusWhenOpened } from '#web/desk/kit/focus-when-opened.ts';
import { problemOf } from '#web/desk/kit/problem-words.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';

interface MovePaymentDialogProps {
  readonly money: { readonly customerId: string; readonly kind: 'payment' | 'received'; readonly id: string };
  /** The loan it is on. */
  readonly accountNumber: string;
  readonly name: string;
  readonly onClose: () => void;
}

const ELSEWHERE = 'elsewhere';

const noLoan = { customerId: '', accountNumber: '' };

/** Asks to move a payment to the loan it was meant for, after saying what that does to both. */
export function MovePaymentDialog({ money, accountNumber, name, onClose }: MovePaymentDialogProps) {
  const ask = useDeskAction('POST /api/desk/moved-payments/ask');
  const { data: customer } = useDeskQuery('GET /api/desk/customer', { query: { customerId: money.customerId } });
  const [chosen, setChosen] = useState('');
  const [entered, setEntered] = useState(noLoan);
  const [waived, setWaived] = useState<readonly string[]>([]);
  const isElsewhere = chosen === ELSEWHERE;
  const to = isElsewhere ? entered : { customerId: money.customerId, accountNumber: chosen };
  const isComplete = to.customerId !== '' && to.accountNumber !== '';
  const query = { ...money, toCustomerId: to.customerId, toAccountNumber: to.accountNumber };
  const preview = useDeskQuery('GET /api/desk/moved-payments/preview', { query }, isComplete);
  const charges = isComplete && !preview.error ? (preview.data?.lateCharges ?? []) : [];
  const own = (customer?.accounts ?? []).filter((loan) => loan.takesPayments && loan.accountNumber !== accountNumber);

  return (
    <ActionDialog
      title={`Move ${name} to another loan`}
      what={
        isComplete ? (
          <Effect error={preview.error} preview={preview.data} />
        ) : (
          `You ask to take the payment off loan ${accountNumber} and to post it to the right loan, as of its own day. Nothing is drawn or charged again.`
        )
      }
      approval="A supervisor must approve. You can withdraw it until then."
      told="Once it is approved, the customer is told by email. If the loans are of two customers, each hears only of their own."
      confirmLabel="Ask to move it"
      dangerous
      check={() => {
        if (chosen === '') return 'Choose the right loan.';
        return isComplete ? undefined : 'Enter the customer and the loan.';
      }}
      onClose={onClose}
      onConfirm={(reason) =>
        ask.mutateAsync({
          body: {
            ...query,
            waivedChargeIds: charges.map(({ chargeId }) => chargeId).filter((id) => waived.includes(id)),
            reason,
          },
        })
      }
    >
      <SelectField
        label="Right loan"
        placeholder="Choose"
        ref={focusWhenOpened}
        options={[
          ...own.map((loan) => ({ value: loan.accountNumber, label: `${loan.description} ${loan.accountNumber}` })),
          { value: ELSEWHERE, label: "Another customer's loan" },
        ]}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      />
      {isElsewhere && <TheirLoan onEntered={setEntered} />}
      <Waivers charges={charges} waived={waived} onChange={setWaived} />
    </ActionDialog>
  );
}

interface EffectProps {
  readonly error: Error | null;
  readonly preview: DeskAnswer<'GET /api/desk/moved-payments/preview'> | undefined;
}

function Effect({ error, preview }: EffectProps) {
  if (error) return problemOf(error);
  if (!preview) return 'Calculating …';
  const { totalCents, fromAccountNumber, fromPrincipalAfterCents, effectiveOn, ...there } = preview;
  const parts = [
    [there.feesCents, 'fees'],
    [there.interestCents, 'interest'],
    [there.principalCents, 'principal'],
  ] as const;
  const paid = parts.filter(([part]) => part > 0).map(([part, of]) => `${formatCents(cents(part))} ${of}`);
  const rest =
    there.overpaidCents > 0
      ? ` ${formatCents(cents(there.overpaidCents))} is more than is owed there and must be refunded.`
      : '';
  return `${formatCents(cents(totalCents))} leaves loan ${fromAccountNumber}, whose new principal is ${formatCents(
    cents(fromPrincipalAfterCents),
  )}. On the right loan it pays ${paid.join(', ')}, from ${formatDayMedium(
    day(effectiveOn),
  )} on; the new principal is ${formatCents(cents(there.principalAfterCents))}.${rest}`;
}

interface TheirLoanProps {
  readonly onEntered: (loan: typeof noLoan) => void;
}

function TheirLoan({ onEntered }: TheirLoanProps) {
  const [loan, setLoan] = useState(noLoan);
  // Asked only for a finished number: each refusal is kept in the audit log.
  const look = () => onEntered({ customerId: loan.customerId.trim(), accountNumber: loan.accountNumber.trim() });
  return (
    <>
      <TextField
        label="Customer number"
        hint="Open this customer first, with a reason. Say below why the payment is theirs."
        required
        maxLength={40}
        autoComplete="off"
        value={loan.customerId}
        onChange={(event) => setLoan({ ...loan, customerId: event.target.value })}
        onBlur={look}
      />
      <TextField
        label="Loan number"
        required
        maxLength={40}
        autoComplete="off"
        value={loan.accountNumber}
        onChange={(event) => setLoan({ ...loan, accountNumber: event.target.value })}
        onBlur={look}
      />
    </>
  );
}

interface WaiversProps {
  readonly charges: DeskAnswer<'GET /api/desk/moved-payments/preview'>['lateCharges'];
  readonly waived: readonly string[];
  readonly onChange: (waived: readonly string[]) => void;
}

function Waivers({ charges, waived, onChange }: WaiversProps) {
  return charges.map(({ chargeId, chargedOn, amountCents }) => (
    <Checkbox
      key={chargeId}
      label={`Waive the late charge of ${formatCents(cents(amountCents))} from ${formatDayMedium(day(chargedOn))}`}
      hint="It was made while the money was missing."
      checked={waived.includes(chargeId)}
      onChange={(event) =>
        onChange(event.target.checked ? [...waived, chargeId] : waived.filter((id) => id !== chargeId))
      }
    />
  ));
}
