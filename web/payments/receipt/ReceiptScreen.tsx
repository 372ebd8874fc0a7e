import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { fetched } from '#web/data/fetched.ts';
import { receiptAddress, receiptQuery } from './receipts-data.ts';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { openInNewTab } from '#web/kit/open-in-new-tab.ts';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { useConfirmationItems } from '../confirmation/confirmation-items.tsx';
import { PrintButton } from '../confirmation/PrintButton.tsx';
import styles from '../confirmation/PaymentConfirm.module.css';
import { CalculatedAtPayment } from '../summary/CalculatedAtPayment.tsx';
import type { ReceiptFacts } from './receipt.wire.ts';
import { ReceiptHead } from './ReceiptHead.tsx';
import { useOpening } from '#web/kit/use-opening.ts';
import { OpensInNewTab } from '#web/kit/OpensInNewTab.tsx';

/** A payment's permanent receipt, at an address to bookmark, reload and print. */
export function ReceiptScreen() {
  const { referenceNumber = '' } = useParams({ strict: false });
  const receipt = fetched(useQuery(receiptQuery(referenceNumber)));
  const loading = useLabel('receipt.loading');
  return (
    <div className={styles.confirmation}>
      <PageHeading of="receipt.heading" />
      {receipt.state === 'ready' && <ReceiptSheet receipt={receipt.value} />}
      {receipt.state === 'failed' && <ReceiptProblem problem={receipt} />}
      {(receipt.state === 'loading' || receipt.state === 'idle') && <SpinnerView label={loading.label} />}
    </div>
  );
}

function ReceiptProblem({ problem }: { readonly problem: Extract<ReturnType<typeof fetched>, { state: 'failed' }> }) {
  if (!problem.codes.includes('NotFound')) {
    return <SectionProblem of="receipt.loadError" busy={problem.busy} onTryAgain={problem.tryAgain} />;
  }
  return (
    <>
      <Alert tone="bad">
        <Text of="receipt.notFound" />
      </Alert>
      <ToDashboard />
    </>
  );
}

function ReceiptSheet({ receipt }: { readonly receipt: ReceiptFacts }) {
  const items = useConfirmationItems(receipt);
  return (
    <>
      <Card as="section" padded>
        <ReceiptHead receipt={receipt} items={items} />
        {receipt.paysTotalDue && (
          <div className={styles.note}>
            <CalculatedAtPayment feeCents={receipt.feeCents} />
          </div>
        )}
      </Card>
      <Actions referenceNumber={receipt.referenceNumber} />
    </>
  );
}

function Actions({ referenceNumber }: { readonly referenceNumber: string }) {
  const opening = useOpening();
  const open = () => opening.run(true, () => openInNewTab(() => receiptAddress(referenceNumber)));
  return (
    <>
      {opening.failed && (
        <Alert tone="bad">
          <Text of="receipt.downloadFailed" />
        </Alert>
      )}
      <div className={styles.actions}>
        <ToDashboard />
        <Button look="quiet" busy={opening.item !== null} onClick={() => void open()}>
          <FileText size={18} aria-hidden="true" />
          <ControlName of="receipt.download" />
          <OpensInNewTab />
        </Button>
        <PrintButton />
      </div>
    </>
  );
}

function ToDashboard() {
  return (
    <ScreenLink to={paths.dashboard} look="primary">
      <ControlName of="confirm.backToDashboard" />
    </ScreenLink>
  );
}
