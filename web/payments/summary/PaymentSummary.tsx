import { useId } from 'react';
import { type Cents, formatCents, ZERO } from '#common/core/money.ts';
import { firstPartyFee, processingFee } from '#common/payments/rules/fees.ts';
import { isPrincipalOnly } from '#common/payments/rules/breakdown.ts';
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

export function PaymentSummary({ facts }: { readonly facts: PaymentFacts }) {
  const { account, loan, plan, totals } = facts;
  const headingId = useId();
  const order = useAllocationOrder();
  // Shows the amount due until another amount is entered; an invalid one, or a loan that can't be paid, shows none.
  const amounts = plan?.amount ? amountsOf(plan.amount) : null;
  const entered = amounts && (isPrincipalOnly(amounts) ? amounts.additionalPrincipalCents : amounts.amountCents);
  const proposed = loan.state === 'failed' ? null : account?.amountDueCents;
  const amountCents = (plan?.amount ? entered : proposed) ?? null;
  // More interest accrues until a later day, so the server's preview shows that split.
  const paysToday = !plan?.frequency || plan.frequency.timing === 'immediate';
  const refused = amountCents === null && (plan?.amount?.value.entry ?? '').trim() !== '';
  const toLoanCents = amounts ? paidToLoan(amounts) : (amountCents ?? ZERO);
  return (
    <div className={styles.place}>
      <Card as="aside" padded aria-labelledby={headingId}>
        <h2 id={headingId} className={styles.heading}>
          <ControlName of="payment.summaryHeading" />
        </h2>
        {totals ? (
          <TotalLines totals={totals} />
        ) : (
          <OpenLines facts={facts} amountCents={amountCents} refused={refused} />
        )}
        {loan.state === 'ready' && paysToday && toLoanCents > 0 && (
          <PaymentSplit
            allocation={
              amounts && isPrincipalOnly(amounts)
                ? { feesCents: ZERO, interestCents: ZERO, principalCents: toLoanCents }
                : planAllocation(toLoanCents, loan.value.terms, order)
            }
          />
        )}
        <TotalAnnouncement totals={totals} />
      </Card>
    </div>
  );
}

interface OpenLinesProps {
  readonly facts: PaymentFacts;
  readonly amountCents: Totals['amountCents'] | null;
  readonly refused: boolean;
}

/** Amount, fee and total while one of them is open: says what decides it. */
function OpenLines({ facts, amountCents, refused }: OpenLinesProps) {
  const { loan, plan } = facts;
  const value =
    amountCents === null ? (
      <Text of={refused ? 'total.checkAmount' : 'total.noAmount'} />
    ) : (
      <Money cents={amountCents} />
    );
  const amount = { id: 'amount', term: <Text of="total.amount" />, value };
  if (loan.state !== 'ready' || plan?.amount?.paysTotalDue === true) {
    return <DefinitionList layout="rows" items={[amount]} />;
  }
  const feeCents = knownFee(facts);
  const { fees } = loan.value.terms;
  const isFree = feeCents === null ? Object.values(fees).every((each) => each === 0) : feeCents === 0;
  const fee = {
    id: 'fee',
    term: <Text of="total.processingFee" />,
    value:
      feeCents === null ? (
        <Text of={plan?.method.paying ? 'total.feeAfterDay' : 'total.feeAfterMethod'} />
      ) : (
        <Money cents={feeCents} />
      ),
  };
  const total = {
    id: 'total',
    term: <Text of="total.paymentTotal" />,
    value:
      amountCents === null ? (
        <Text of="total.noAmount" />
      ) : (
        <Text of="total.from" with={{ amount: formatCents(amountCents) }} />
      ),
    total: true,
  };
  return <DefinitionList layout="rows" items={[amount, ...(isFree ? [] : [fee]), total]} />;
}

/** Null until method and day are chosen and the processor's fee is loaded. */
function knownFee({ plan, loan, thirdPartyFee }: PaymentFacts): Cents | null {
  const { paying } = plan?.method ?? {};
  if (!paying || loan.state !== 'ready' || plan?.frequency?.isValid !== true) return null;
  if (thirdPartyFee.state !== 'ready') return null;
  const firstPartyCents = firstPartyFee(paying.name, plan.frequency.timing, loan.value.terms.fees);
  return processingFee({ firstPartyCents, thirdPartyCents: thirdPartyFee.value });
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
          (fee > 0
            ? text('total.announcementWithFee', { fee: formatCents(fee), total })
            : text('total.announcement', { total }))}
      </span>
    </VisuallyHidden>
  );
}

function useAllocationOrder(): AllocationOrder {
  const order = useInstitutionOption('allocationOrder');
  // The server has validated it.
  return (typeof order === 'string' ? order.split(',') : defaultOrder) as unknown as AllocationOrder;
}
