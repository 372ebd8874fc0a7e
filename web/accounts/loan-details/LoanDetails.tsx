import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { LoanDetails as Details, LoanFlag } from '#common/accounts/rules/loan-details.ts';
import { useOption } from '#web/institution/settings.ts';
import { DocumentsSection } from '#web/documents/DocumentsSection.tsx';
import { SectionIndex, SectionLinks } from '#web/kit/SectionLinks.tsx';
import { PlannedPayments } from '#web/payments/schedules/PlannedPayments.tsx';
import { BlockedHistory } from '../history/BlockedHistory.tsx';
import { AccountHistory } from '../history/LoanHistory.tsx';
import { EStatements } from '../statements/EStatements.tsx';
import { AccountInfo } from './AccountInfo.tsx';
import { AlertPreferences } from './AlertPreferences.tsx';
import { BalanceSections } from './BalanceSections.tsx';
import { HistoryInfo } from './HistoryInfo.tsx';
import { loanDetailsQuery } from './loan-data.ts';
import styles from './loan-details.module.css';
import { LoanDetailsLoading } from './LoanDetailsLoading.tsx';
import { LoanHeading } from './LoanHeading.tsx';
import { LoanStatus } from './LoanStatus.tsx';
import { MailingAddressForm } from './MailingAddressForm.tsx';
import type { TextKey } from '#common/contract/all-texts.ts';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';

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
  if (!details) return <LoanDetailsLoading />;
  return (
    <SectionIndex>
      <Loan key={accountNumber} details={details} />
    </SectionIndex>
  );
}

function Loan({ details }: { readonly details: Details }) {
  const closed = details.standing === 'closed';
  const hidesAlerts = useOption('loanDetailsOptions.hideAlerts');
  const hides = {
    recurring: useOption('loanDetailsOptions.hideRecurringPayment'),
    scheduled: useOption('loanDetailsOptions.hideScheduledPayments'),
  };
  return (
    <>
      <LoanHeading details={details} />
      <LoanFlags flags={details.flags} />
      <LoanStatus details={details} />
      <SectionLinks />
      <div className={styles.columns}>
        <div className={styles.main}>
          {!closed && <PlannedPayments accountNumber={details.accountNumber} variant="table" hides={hides} />}
          {!details.historyBlocked && <BalanceSections accountNumber={details.accountNumber} closed={closed} />}
          <EStatements accountNumber={details.accountNumber} closed={closed} historyBlocked={details.historyBlocked} />
          <DocumentsSection
            place={{ kind: 'account', accountNumber: details.accountNumber }}
            hideWhen="loanDetailsOptions.hideDocuments"
          />
          {!closed && !hidesAlerts && <AlertPreferences details={details} />}
        </div>
        <div className={styles.side}>
          <AccountInfo details={details} closed={closed} />
          <HistoryInfo details={details} />
          <MailingAddressForm details={details} closed={closed} />
        </div>
      </div>
      {details.historyBlocked ? (
        <BlockedHistory />
      ) : (
        <AccountHistory kind="loan" accountNumber={details.accountNumber} daysSinceOpened={details.daysSinceOpened} />
      )}
    </>
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
