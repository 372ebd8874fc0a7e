import { processingFee } from '#common/payments/rules/fees.ts';
import { Money } from '#web/kit/Money.tsx';
import { CalculatedAtPayment } from './CalculatedAtPayment.tsx';
import { Text } from '#web/kit/Text.tsx';
import { type Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import type { Totals } from '../payment-plan.ts';

/** Amount, additional principal and Processing Fee if any, and Payment Total (P 2, P 5). */
export function TotalLines({ totals }: { readonly totals: Totals }) {
  const fee = processingFee(totals.fees);
  if (totals.paysTotalDue) return <CalculatedAtPayment feeCents={fee} />;
  const additional = totals.additionalPrincipalCents;
  const items: Definition[] = [
    { id: 'amount', term: <Text of="total.amount" />, value: <Money cents={totals.amountCents} /> },
    ...(additional > 0
      ? [{ id: 'additional', term: <Text of="total.additionalPrincipal" />, value: <Money cents={additional} /> }]
      : []),
    ...(fee > 0 ? [{ id: 'fee', term: <Text of="total.processingFee" />, value: <Money cents={fee} /> }] : []),
    { id: 'total', term: <Text of="total.paymentTotal" />, value: <Money cents={totals.totalCents} />, total: true },
  ];
  return <DefinitionList layout="rows" items={items} />;
}
