import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { PaymentTiming } from '#common/payments/rules/payment-types.ts';
import { receiptQuery } from '#web/payments/receipt/receipts-data.ts';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { CalculatedAtPayment } from '#web/payments/summary/CalculatedAtPayment.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Text } from '#web/kit/Text.tsx';
import { paths, receiptPath } from '#web/paths.ts';
import { AutopayLink } from '../AutopayLink.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DefinitionList } from '#web/ui/DefinitionList.tsx';
import { CalendarButton } from './CalendarButton.tsx';
import { useConfirmationItems } from './confirmation-items.tsx';
import { hasPromise, PromiseLines } from '../review/PromiseLines.tsx';
import { ReceiptHead } from '../receipt/ReceiptHead.tsx';
import styles from './PaymentConfirm.module.css';
import { findConfirmation, findConfirmedReference, type PaymentConfirmation } from './payment-confirmation.ts';
import { PrintButton } from './PrintButton.tsx';

/** The payment just made (P 2, Payment confirmation screen); prints on one page. A reload opens its receipt. */
export function PaymentConfirm() {
  const confirmation = findConfirmation();
  if (confirmation) return <Confirmation confirmation={confirmation} />;
  const referenceNumber = findConfirmedReference();
  return <Navigate to={referenceNumber === null ? paths.dashboard : receiptPath(referenceNumber)} replace />;
}

function Confirmation({ confirmation }: { readonly confirmation: PaymentConfirmation }) {
  const items = useConfirmationItems(confirmation);
  const { data: receipt } = useQuery(receiptQuery(confirmation.referenceNumber));
  return (
    <div className={styles.confirmation}>
      <PageHeading of="confirm.heading" />
      <Alert tone={confirmation.pending ? 'warn' : 'ok'}>
        <Text of={confirmation.pending ? 'confirm.pending' : thanks[confirmation.timing]} />
      </Alert>
      {paysOff(confirmation) && (
        <Alert tone="ok">
          <Text of="confirm.paidOff" />
        </Alert>
      )}
      {confirmation.timing === 'recurring' && (
        <Alert tone="warn">
          <Text of="confirm.closeToDueDate" />
        </Alert>
      )}
      {(items.length > 0 || confirmation.paysTotalDue) && (
        <Card as="section" padded>
          {receipt && (
            <div className={styles.printed}>
              <ReceiptHead items={[]} receipt={receipt} />
            </div>
          )}
          <DefinitionList layout="rows" items={items} />
          {confirmation.paysTotalDue && (
            <div className={styles.note}>
              <CalculatedAtPayment feeCents={confirmation.feeCents} />
            </div>
          )}
        </Card>
      )}
      {hasPromise(confirmation.promise) && (
        <Section heading="confirmPromise.heading" hideWhen="paymentConfirmOptions.hidePromise">
          <div className={styles.promise}>
            <PromiseLines promise={confirmation.promise} timing={confirmation.timing} />
          </div>
        </Section>
      )}
      <div className={styles.actions}>
        <ScreenLink to={paths.dashboard} look="primary">
          <ControlName of="confirm.backToDashboard" />
        </ScreenLink>
        <ScreenLink to={receiptPath(confirmation.referenceNumber)} look="quiet">
          <ControlName of="receipt.view" />
        </ScreenLink>
        {confirmation.offersAutopay && <AutopayLink accountNumber={confirmation.accountNumber} look="quiet" />}
        <CalendarButton confirmation={confirmation} />
        <PrintButton />
      </div>
    </div>
  );
}

/** True only for a posted payment of today; a later one has not paid off the loan yet. */
function paysOff({ timing, pending, isLoan, promise }: PaymentConfirmation): boolean {
  return timing === 'immediate' && !pending && isLoan && promise.outcome?.paysOff === true;
}

const thanks = {
  immediate: 'confirm.thanks',
  scheduled: 'confirm.thanksScheduled',
  recurring: 'confirm.thanksRecurring',
} as const satisfies Record<PaymentTiming, string>;
