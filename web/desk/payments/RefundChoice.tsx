import { cents, formatCents } from '#common/core/money.ts';
import { parseAmountEntry } from '#common/payments/rules/amounts.ts';
import { focusWhenOpened } from '#web/desk/kit/focus-when-opened.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';

/** All that is left of a payment, or the amount as it is typed. */
export interface Refund {
  readonly of: 'whole' | 'part';
  readonly amount: string;
}

interface RefundChoiceProps {
  /** What is left of the payment. */
  readonly leftCents: number;
  readonly refund: Refund;
  readonly onChange: (refund: Refund) => void;
}

export function RefundChoice({ leftCents, refund, onChange }: RefundChoiceProps) {
  const left = formatCents(cents(leftCents));
  return (
    <>
      <SelectField
        label="Refund"
        ref={focusWhenOpened}
        options={[
          { value: 'whole', label: `All of it, ${left}` },
          { value: 'part', label: 'A part' },
        ]}
        value={refund.of}
        onChange={(event) => onChange({ ...refund, of: event.target.value as Refund['of'] })}
      />
      {refund.of === 'part' && (
        <TextField
          label="Amount"
          required
          inputMode="decimal"
          hint={`Less than ${left}. Additional principal goes back first, the fee last.`}
          value={refund.amount}
          onChange={(event) => onChange({ ...refund, amount: event.target.value })}
        />
      )}
    </>
  );
}

/** Returns what is wrong with the amount of a part. */
export function findRefundProblem({ of, amount }: Refund, leftCents: number): string | undefined {
  if (of === 'whole') return undefined;
  const partCents = parseAmountEntry(amount);
  const isPart = partCents !== undefined && partCents > 0 && partCents < leftCents;
  return isPart ? undefined : `Enter an amount below ${formatCents(cents(leftCents))}.`;
}

/** Without an amount, all of it is refunded. */
export function amountOf({ of, amount }: Refund): { readonly amountCents?: number } {
  const partCents = of === 'part' ? parseAmountEntry(amount) : undefined;
  return partCents === undefined ? {} : { amountCents: partCents };
}
