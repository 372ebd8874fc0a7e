import { Download, Printer } from 'lucide-react';
import { useOpening } from '#web/kit/use-opening.ts';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import { useMobileApp } from '#web/data/device.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Money } from '#web/kit/Money.tsx';
import { openInNewTab } from '#web/kit/open-in-new-tab.ts';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { paymentPath } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './payoff.module.css';
import { call } from '#web/data/client.ts';
import { OpensInNewTab } from '#web/kit/OpensInNewTab.tsx';

interface QuoteResultProps {
  readonly accountNumber: string;
  readonly on: Day;
  readonly goodThrough: string;
  readonly amountCents: Cents;
  readonly today: Day;
  /** The amount may be paid here. */
  readonly payHere: boolean;
}

/** The amount, how long it is valid, and its breakdown as a document. */
export function QuoteResult({ accountNumber, on, goodThrough, amountCents, today, payHere }: QuoteResultProps) {
  const { failed, run } = useOpening();
  // The mobile app can't print.
  const inApp = useMobileApp();

  const download = () => run(true, () => openInNewTab(() => breakdownAddress(accountNumber, on)));
  return (
    <>
      <div className={styles.quote}>
        <span className={styles.quiet}>
          <Text of="payoffQuote.amount" />
        </span>
        <span className={styles.amount}>
          <Money cents={amountCents} />
        </span>
        <span className={styles.quiet}>
          <Text of="payoffQuote.goodThrough" with={{ date: goodThrough }} />
        </span>
      </div>
      {payHere && (
        <ScreenLink
          to={paymentPath(accountNumber)}
          look="primary"
          wide
          state={{ proposedPayment: { frequency: 'OneTime', payoff: on === today ? 'today' : on } }}
        >
          {on === today ? <ControlName of="payoffQuote.pay" /> : <PayOn date={goodThrough} />}
        </ScreenLink>
      )}
      <Button look="quiet" wide onClick={() => void download()}>
        <Download size={18} aria-hidden="true" />
        <ControlName of="payoffQuote.download" />
        <OpensInNewTab />
      </Button>
      {!inApp && (
        <Button look="quiet" wide onClick={() => print()}>
          <Printer size={18} aria-hidden="true" />
          <ControlName of="payoffQuote.print" />
        </Button>
      )}
      {failed && (
        <Alert tone="bad">
          <Text of="payoffQuote.downloadError" />
        </Alert>
      )}
    </>
  );
}

function PayOn({ date }: { readonly date: string }) {
  return <ControlName of="payoffQuote.payOn" with={{ date }} />;
}

/** Returns the breakdown's one-time address; null if it fails. */
async function breakdownAddress(accountNumber: string, on: Day): Promise<string | null> {
  const result = await call('POST /api/PaymentInformation/RetrieveDownloadToken', {
    body: { AccountNumber: accountNumber, EffectiveDate: on },
  });
  if (result.kind !== 'answer') return null;
  const query = new URLSearchParams({ downloadToken: result.body });
  return `/api/PaymentInformation/DownloadPayoffQuoteBreakdown?${query.toString()}`;
}
