import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { countAlerts } from '#common/accounts/rules/alerts.ts';
import type { LoanDetails as Details, LoanFlag } from '#common/accounts/rules/loan-details.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useOption } from '#web/institution/settings.ts';
import { DocumentsSection } from '#web/documents/DocumentsSection.tsx';
import { SectionGroup, SectionIndex, SectionLinks } from '#web/kit/SectionLinks.tsx';
import { PlannedPayments } from '#web/payments/schedules/PlannedPayments.tsx';
import { lazily } from '#web/kit/lazily.tsx';
import { Nearby } from '#web/kit/Nearby.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Text } from '#web/kit/Text.tsx';
import { usePhone } from '#web/kit/use-phone.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { AccountHistory } from '../history/LoanHistory.tsx';
import { EStatements } from '../statements/EStatements.tsx';
import { AccountInfo } from './AccountInfo.tsx';
import { BalanceSections } from './BalanceSections.tsx';
import { HistoryInfo } from './HistoryInfo.tsx';
import { AlertPreferences, preloadCharts } from './late-parts.ts';
import { loanDetailsQuery } from './loan-data.ts';
import styles from './loan-details.module.css';
import { LoanDetailsLoading } from './LoanDetailsLoading.tsx';
import { LoanHeading } from './LoanHeading.tsx';
import { LoanStatus } from './LoanStatus.tsx';
import { LoanAddress } from './LoanAddress.tsx';
import { PayBar } from './PayBar.tsx';

const BlockedHistory = lazily(async () => (await import('../history/BlockedHistory.tsx')).BlockedHistory);

/** Security and maintenance use the texts of payments (M 8). */
const flagTexts: Readonly<Record<LoanFlag, TextKey>> = {
  NightError: 'paymentError.nightlyMaintenance',
  LoanLockedPayoff: 'loanFlag.lockedForPayoff',
  Dispute: 'loanFlag.dispute',
  NoPaymentOnline: 'paymentError.onlinePaymentsNotAllowed',
  NoAchPayment: 'paymentError.onlineAchNotAllowed',
};

/** A loan or line of credit (M 2). The route has loaded it, or redirected to the dashboard. */
export function LoanDetails() {
  const { accountNumber = '' } = useParams({ strict: false });
  const { data: details } = useQuery(loanDetailsQuery(accountNumber));
  const phone = usePhone();
  useEffect(() => {
    // Loads the charts along with the figures. On a phone, they are folded.
    if (!phone) void preloadCharts();
  }, [phone]);
  if (!details) return <LoanDetailsLoading />;
  return (
    <SectionIndex key={accountNumber}>
      <Loan details={details} />
    </SectionIndex>
  );
}

function Loan({ details }: { readonly details: Details }) {
  const closed = details.standing === 'closed';
  const payButton = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.loan}>
      <LoanHeading details={details} />
      <LoanFlags flags={details.flags} />
      <LoanStatus details={details} payButton={payButton} />
      <SectionLinks />
      <Overview details={details} />
      <Payments details={details} closed={closed} />
      <SectionGroup name="loanGroups.papers">
        <div className={styles.halves}>
          <EStatements accountNumber={details.accountNumber} closed={closed} historyBlocked={details.historyBlocked} />
          <DocumentsSection
            place={{ kind: 'account', accountNumber: details.accountNumber }}
            hideWhen="loanDetailsOptions.hideDocuments"
            fold={null}
          />
        </div>
      </SectionGroup>
      <Settings details={details} closed={closed} />
      <PayBar details={details} after={payButton} />
    </div>
  );
}

interface PartProps {
  readonly details: Details;
  readonly closed: boolean;
}

function Overview({ details }: Pick<PartProps, 'details'>) {
  return (
    <SectionGroup name="loanGroups.overview">
      <div className={styles.columns}>
        <div className={styles.main}>{!details.historyBlocked && <BalanceSections details={details} />}</div>
        <div className={styles.side}>
          <AccountInfo details={details} />
          <HistoryInfo details={details} />
        </div>
      </div>
    </SectionGroup>
  );
}

function Payments({ details, closed }: PartProps) {
  const hidden = {
    recurring: useOption('loanDetailsOptions.hideRecurringPayment'),
    scheduled: useOption('loanDetailsOptions.hideScheduledPayments'),
  };
  const { accountNumber, daysSinceOpened } = details;
  return (
    <SectionGroup name="loanGroups.payments">
      {!closed && <PlannedPayments accountNumber={accountNumber} variant="table" hidden={hidden} />}
      {details.historyBlocked ? (
        <BlockedHistory />
      ) : (
        <AccountHistory kind="loan" accountNumber={accountNumber} daysSinceOpened={daysSinceOpened} />
      )}
    </SectionGroup>
  );
}

function Settings({ details, closed }: PartProps) {
  const hidesAlerts = useOption('loanDetailsOptions.hideAlerts');
  return (
    <SectionGroup name="loanGroups.settings">
      <div className={styles.halves}>
        {!closed && !hidesAlerts && (
          <Section
            heading="alerts.heading"
            info="alerts.info"
            fold={<Text of="loanFold.alertsOn" with={{ count: String(countAlerts(details.alerts)) }} />}
            screenOnly
          >
            <Nearby name="alerts">
              <AlertPreferences details={details} />
            </Nearby>
          </Section>
        )}
        <LoanAddress details={details} closed={closed} />
      </div>
    </SectionGroup>
  );
}

/** Notices shown when the loan opens (C-028). */
function LoanFlags({ flags }: { readonly flags: readonly LoanFlag[] }) {
  return flags.map((flag) => (
    <Alert key={flag} tone="warn">
      <Text of={flagTexts[flag]} />
    </Alert>
  ));
}
