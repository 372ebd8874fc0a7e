import { useId } from 'react';
import { formatCents, ZERO } from '#common/core/money.ts';
import { processingFee } from '#common/payments/rules/fees.ts';
import { useInstitutionOption, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DefinitionList } from '#web/ui/DefinitionList.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { amountsOf, paidToLoan } from '../amount-plan.ts';
import type { PaymentFacts } from '../payment-facts.ts';
import { planAllocation, type Totals } from '../payment-plan.ts';
import styles from './PaymentSummary.module.css';
import { PaymentSplit } from './PaymentSplit.tsx';
import { TotalLines } from './TotalLines.tsx';
import type { AllocationOrder } from '#common/payments/rules/allocation.ts';

const defaultOrder: AllocationOrder = ['fees', 'interest', 'principal'];

export function PaymentSummary({ facts: { account, loan, plan, totals } }: { readonly facts: PaymentFacts }) {
  const headingId = useId();
  const order = useAllocationOrder();
  // Shows the amount due until another amount is entered; an invalid amount shows none.
  const amounts = plan?.amount ? amountsOf(plan.amount) : null;
  const amountCents = (plan?.amount ? amounts?.amountCents : account?.amountDueCents) ?? null;
  // More interest accrues until a later day, so the server's preview shows that split.
  const paysToday = !plan?.frequency || plan.frequency.timing === 'immediate';
  const refused = amountCents === null && plan?.amount?.value.kind === 'other' && plan.amount.value.entry.trim() !== '';
  const toLoanCents = amounts ? paidToLoan(amounts) : (amountCents ?? ZERO);
  return (
    <div className={styles.place}>
      <Card as="aside" padded aria-labelledby={headingId}>
        <h2 id={headingId} className={styles.heading}>
          <ControlName of="payment.summaryHeading" />
        </h2>
        {totals ? <TotalLines totals={totals} /> : <AmountLine amountCents={amountCents} refused={refused} />}
        {loan.state === 'ready' && paysToday && toLoanCents > 0 && (
          <PaymentSplit allocation={planAllocation(toLoanCents, loan.value.terms, order)} />
        )}
        <TotalAnnouncement totals={totals} />
      </Card>
    </div>
  );
}

interface AmountLineProps {
  readonly amountCents: Totals['amountCents'] | null;
  readonly refused: boolean;
}

/** Before the fee is known, shows only the amount, or that it is missing. */
function AmountLine({ amountCents, refused }: AmountLineProps) {
  const value =
    amountCents === null ? (
      <Text of={refused ? 'total.checkAmount' : 'total.noAmount'} />
    ) : (
      <Money cents={amountCents} />
    );
  return <DefinitionList layout="rows" items={[{ id: 'amount', term: <Text of="total.amount" />, value }]} />;
}

/** Announces fee and total to screen readers when they change. */
function TotalAnnouncement({ totals }: { readonly totals: Totals | null }) {
  const text = useTexts();
  const fee = totals ? processingFee(totals.fees) : ZERO;
  const total = totals ? formatCents(totals.totalCents) : '';
  return (
    <VisuallyHidden>
      <span aria-live="polite">
        {totals &&
          !totals.paysTotalDue &&
          (fee > 0 ? text('total.announcementWithFee', formatCents(fee), total) : text('total.announcement', total))}
      </span>
    </VisuallyHidden>
  );
}

function useAllocationOrder(): AllocationOrder {
  const order = useInstitutionOption('allocationOrder');
  // The server has validated it.
  return (typeof order === 'string' ? order.split(',') : defaultOrder) as unknown as AllocationOrder;
}
