import { Navigate } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import type { PaymentTiming } from '#common/rules/payments/payment-types.ts';
import { useMobileApp } from '#web/data/device.ts';
import { useOption } from '#web/data/settings.ts';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Text } from '#web/kit/Text.tsx';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmationFields } from './ConfirmationFields.tsx';
import { PromiseLines } from '../review/PromiseLines.tsx';
import styles from './PaymentConfirm.module.css';
import { findConfirmation } from './payment-confirmation.ts';

/** The payment that was just made (P 2, Payment confirmation screen); it prints on one page. */
export function PaymentConfirm() {
  const confirmation = findConfirmation();
  if (!confirmation) return <Navigate to={paths.dashboard} replace />;
  return (
    <div className={styles.confirmation}>
      <PageHeading of="confirm.heading" />
      <Alert tone="ok">
        <Text of={thanks[confirmation.timing]} />
      </Alert>
      {confirmation.timing === 'recurring' && (
        <Alert tone="warn">
          <Text of="confirm.closeToDueDate" />
        </Alert>
      )}
      <Card as="section" padded>
        <ConfirmationFields confirmation={confirmation} />
        {confirmation.paysTotalDue && (
          <p className={styles.note}>
            <Text of="total.calculatedAtPayment" />
          </p>
        )}
      </Card>
      <Section heading="confirmPromise.heading" hideWhen="paymentConfirmOptions.hidePromise">
        <div className={styles.promise}>
          <PromiseLines promise={confirmation.promise} />
        </div>
      </Section>
      <div className={styles.actions}>
        <ScreenLink to={paths.dashboard} look="primary">
          <ControlName of="confirm.backToDashboard" />
        </ScreenLink>
        <PrintButton />
      </div>
    </div>
  );
}

const thanks = {
  immediate: 'confirm.thanks',
  scheduled: 'confirm.thanksScheduled',
  recurring: 'confirm.thanksRecurring',
} as const satisfies Record<PaymentTiming, string>;

/** There is nothing to print on in the mobile app. */
function PrintButton() {
  const hidden = useOption('paymentConfirmOptions.hidePrintButton');
  const inApp = useMobileApp();
  if (hidden || inApp) return null;
  return (
    <Button look="quiet" onClick={() => print()}>
      <Printer size={18} aria-hidden="true" />
      <ControlName of="confirm.print" />
    </Button>
  );
}
