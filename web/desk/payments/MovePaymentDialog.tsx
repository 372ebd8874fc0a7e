import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskPreview, useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { Checkboxes } from '#web/desk/kit/Checkboxes.tsx';
import { SelectEntry, TextEntry } from '#web/desk/kit/EntryFields.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { problemOf } from '#web/desk/kit/problem-words.ts';

interface MovePaymentDialogProps {
  readonly money: { readonly customerId: string; readonly kind: 'payment' | 'received'; readonly id: string };
  /** The loan it is on. */
  readonly accountNumber: string;
  readonly name: string;
  readonly onClose: () => void;
}

const ELSEWHERE = 'elsewhere';

const noLoan = { customerId: '', accountNumber: '' };

interface Entries {
  /** An account number, or another customer's loan. */
  readonly loan: string;
  readonly customerId: string;
  readonly accountNumber: string;
  readonly waived: readonly string[];
}

/** Asks to move a payment to the loan it was meant for, after saying what that does to both. */
export function MovePaymentDialog({ money, accountNumber, name, onClose }: MovePaymentDialogProps) {
  const request = useDeskAction('POST /api/desk/moved-payments/ask');
  const { data: customer } = useDeskQuery('GET /api/desk/customer', { query: { customerId: money.customerId } });
  const { form, control, entries } = useEntries<Entries>({ loan: '', ...noLoan, waived: [] }, findProblems);
  const { field: waived } = useController({ control, name: 'waived' });
  // Asked only for a finished number: each refusal is kept in the audit log.
  const [theirs, setTheirs] = useState(noLoan);
  const typed = { customerId: entries.customerId.trim(), accountNumber: entries.accountNumber.trim() };
  const isElsewhere = entries.loan === ELSEWHERE;
  const isSeen = typed.customerId === theirs.customerId && typed.accountNumber === theirs.accountNumber;
  const to = isElsewhere ? theirs : { customerId: money.customerId, accountNumber: entries.loan };
  const isComplete = to.customerId !== '' && to.accountNumber !== '';
  const query = { ...money, toCustomerId: to.customerId, toAccountNumber: to.accountNumber };
  const preview = useDeskPreview('GET /api/desk/moved-payments/preview', { query }, isComplete);
  const charges = preview.data?.lateCharges ?? [];
  const obstacle = () => {
    if (isElsewhere && !isSeen) return 'Press Tab to see first what it does.';
    return isComplete && !preview.data ? 'Wait until you see what it does.' : undefined;
  };
  const own = (customer?.accounts ?? []).filter((loan) => loan.takesPayments && loan.accountNumber !== accountNumber);

  return (
    <ActionDialog
      title={`Move ${name} to another loan`}
      what={
        isComplete && !preview.error ? (
          <Effect preview={preview.data} />
        ) : (
          `You ask to take the payment off loan ${accountNumber} and to post it to the right loan, as of its own day. Nothing is drawn or charged again.`
        )
      }
      approval="A supervisor must approve. You can withdraw it until then."
      told="Once it is approved, the customer is told by email. If the loans are of two customers, each hears only of their own."
      confirmLabel="Ask to move it"
      dangerous
      form={form}
      refusal={preview.error ? problemOf(preview.error) : undefined}
      obstacle={obstacle()}
      onClose={onClose}
      onConfirm={(reason) =>
        request.mutateAsync({
          body: {
            ...query,
            waivedChargeIds: charges.map(({ chargeId }) => chargeId).filter((id) => waived.value.includes(id)),
            reason,
          },
        })
      }
    >
      <SelectEntry
        control={control}
        entry="loan"
        first
        label="Right loan"
        placeholder="Choose"
        options={[
          ...own.map((loan) => ({ value: loan.accountNumber, label: `${loan.description} ${loan.accountNumber}` })),
          { value: ELSEWHERE, label: "Another customer's loan" },
        ]}
      />
      {isElsewhere && <TheirLoan control={control} onLeave={() => setTheirs(typed)} />}
      {charges.length > 0 && (
        <Checkboxes
          legend="Late charges made while the money was missing"
          choices={charges.map((charge) => ({ value: charge.chargeId, label: waiverOf(charge) }))}
          chosen={waived.value}
          error={undefined}
          onChange={waived.onChange}
        />
      )}
    </ActionDialog>
  );
}

interface TheirLoanProps {
  readonly control: Control<Entries>;
  readonly onLeave: () => void;
}

function TheirLoan({ control, onLeave }: TheirLoanProps) {
  return (
    <>
      <TextEntry
        control={control}
        entry="customerId"
        label="Customer number"
        hint="Open this customer first, with a reason. Say below why the payment is theirs."
        required
        maxLength={40}
        autoComplete="off"
        onBlur={onLeave}
      />
      <TextEntry
        control={control}
        entry="accountNumber"
        label="Loan number"
        required
        maxLength={40}
        autoComplete="off"
        onBlur={onLeave}
      />
    </>
  );
}

function findProblems({ loan, customerId, accountNumber }: Entries) {
  const isElsewhere = loan === ELSEWHERE;
  return {
    loan: loan === '' ? 'Choose the right loan.' : undefined,
    customerId: isElsewhere && customerId.trim() === '' ? 'Enter the customer.' : undefined,
    accountNumber: isElsewhere && accountNumber.trim() === '' ? 'Enter the loan.' : undefined,
  };
}

type Preview = DeskAnswer<'GET /api/desk/moved-payments/preview'>;

function Effect({ preview }: { readonly preview: Preview | undefined }) {
  if (!preview) return 'Calculating…';
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
  )}. On the right loan it pays ${paid.length > 0 ? paid.join(', ') : 'nothing that is owed'}, from ${formatDayMedium(
    day(effectiveOn),
  )} on; the new principal is ${formatCents(cents(there.principalAfterCents))}.${rest}`;
}

function waiverOf({ amountCents, chargedOn }: Preview['lateCharges'][number]): string {
  return `Waive the late charge of ${formatCents(cents(amountCents))} from ${formatDayMedium(day(chargedOn))}`;
}
