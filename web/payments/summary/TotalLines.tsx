import { breakdownOf, type PaymentAmounts, type PaymentPart } from '#common/payments/rules/breakdown.ts';
import { processingFee } from '#common/payments/rules/fees.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { Money } from '#web/kit/Money.tsx';
import { CalculatedAtPayment } from './CalculatedAtPayment.tsx';
import { Text } from '#web/kit/Text.tsx';
import { type Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import type { Totals } from '../payment-plan.ts';

/** Amount, additional principal and Processing Fee if any, and Payment Total (P 2, P 5). */
export function TotalLines({ totals }: { readonly totals: Totals }) {
  const feeCents = processingFee(totals.fees);
  if (totals.paysTotalDue) return <CalculatedAtPayment feeCents={feeCents} />;
  return <DefinitionList layout="rows" items={breakdownLines({ ...totals, feeCents })} />;
}

export function breakdownLines(amounts: PaymentAmounts): Definition[] {
  const { parts, totalCents } = breakdownOf(amounts);
  return [
    ...parts.map(({ part, cents }) => ({
      id: part,
      term: <Text of={totalTexts[part]} />,
      value: <Money cents={cents} />,
    })),
    { id: 'total', term: <Text of="total.paymentTotal" />, value: <Money cents={totalCents} />, total: true },
  ];
}

const totalTexts = {
  amount: 'total.amount',
  additionalPrincipal: 'total.additionalPrincipal',
  principalOnly: 'total.principalOnly',
  fee: 'total.processingFee',
} as const satisfies Record<PaymentPart, TextKey>;
