import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type AccountSummary, isClosed, isPayable } from '#common/accounts/rules/account.ts';
import { payableAccounts } from '#common/payments/rules/payable-accounts.ts';
import { fetched } from '#web/data/fetched.ts';
import { accountsQuery } from '#web/data/queries.ts';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { PlannedPayments } from './schedules/PlannedPayments.tsx';
import { Steps } from '#web/kit/Steps.tsx';
import { Text } from '#web/kit/Text.tsx';
import { arrangeSteps, startWizard, useStepEntries } from '#web/kit/use-steps.ts';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { AccountProblem } from './account/AccountProblem.tsx';
import {
  clearSavedEntries,
  findSavedEntries,
  findSavedFlow,
  saveEntries,
  saveFlow,
  startFlow,
} from './saved-entries.ts';
import styles from './payment-layout.module.css';
import { PaymentLoading } from './PaymentLoading.tsx';
import { paymentSteps, stepsWithDefaults } from './payment-steps.ts';
import type { PaymentValues } from './payment-values.ts';
import { PaymentSummary } from './summary/PaymentSummary.tsx';
import { usePaymentFacts, usePaymentSettings } from './use-payment-facts.ts';
import type { PaymentFacts } from './payment-facts.ts';

// For the route, which needs it from the same file.
export { preloadPayment } from './preload-payment.ts';

/** The payment screen (P 2): the steps, with a summary beside them. */
export function MakePayment() {
  const accounts = fetched(useQuery(accountsQuery));
  if (accounts.state !== 'ready' && accounts.state !== 'failed') return <PaymentLoading />;
  return (
    <>
      <PageHeading of="payment.heading" />
      {accounts.state === 'ready' ? <PaymentFlow accounts={accounts.value} /> : <AccountProblem problem={accounts} />}
    </>
  );
}

function PaymentFlow({ accounts }: { readonly accounts: readonly AccountSummary[] }) {
  const { accountNumber: asked } = useParams({ strict: false });
  const payable = payableAccounts(accounts, usePaymentSettings(), asked);
  const entryKey = useEntryKey();
  const [start] = useState(() => {
    const left = findSavedFlow(entryKey.current);
    const values = startValues(payable, asked);
    const saved = findSavedEntries(entryKey.current, values.account);
    return left ?? (saved ? startWizard(saved.values, saved.finished) : startWizard(values, stepsWithDefaults));
  });
  const entries = useStepEntries<PaymentValues>({}, start);
  const { proposedPayment } = useLocation().state;
  const facts = usePaymentFacts(entries.values, proposedPayment);
  const wizard = arrangeSteps(paymentSteps, entries, facts);
  // The address may name any account; another customer's isn't in the list.
  const own = accounts.find(({ number }) => number === entries.values.account);

  const { wizard: state } = entries;
  const { __TSR_key: historyEntry } = useLocation().state;
  useEffect(() => saveEntries(historyEntry, state), [historyEntry, state]);
  useEffect(() => startFlow(entryKey.current, start.values.account), [entryKey, start]);
  const newest = useRef(state);
  useEffect(() => {
    newest.current = state;
  }, [state]);
  useEffect(
    () => () => {
      saveFlow(entryKey.current, newest.current);
      clearSavedEntries();
    },
    [entryKey],
  );

  // Another address was opened from outside; the flow itself keeps the address in sync.
  const [askedBefore, setAskedBefore] = useState(asked);
  if (asked !== askedBefore) {
    setAskedBefore(asked);
    if (asked !== entries.values.account) wizard.restart(startValues(payable, asked), stepsWithDefaults);
  }

  if (payable.length === 0 && asked === undefined) {
    return (
      <Alert tone="info">
        <Text of={accounts.some(isOwing) ? 'payment.allOnHold' : 'payment.noAccounts'} />
      </Alert>
    );
  }
  return (
    <div className={styles.layout}>
      <div className={styles.steps}>
        <ServicingFeesNotice facts={facts} />
        <Steps wizard={wizard} changeText="payment.change" />
      </div>
      <div className={styles.summary}>
        <PaymentSummary facts={facts} />
      </div>
      <div className={styles.steps}>
        {own && (
          <PlannedPayments
            key={own.number}
            accountNumber={own.number}
            variant="list"
            // The payable amount may have changed: back to the method, with the new token (P 4).
            onChanged={() => wizard.restart({ account: own.number })}
          />
        )}
      </div>
    </div>
  );
}

/** An open loan or line of credit, which a hold code keeps from the list of those to pay. */
function isOwing(account: AccountSummary): boolean {
  return isPayable(account) && !isClosed(account);
}

/** The history entry of this flow, kept in a ref: on leaving, the next screen's entry is already current. */
function useEntryKey(): { readonly current: string | undefined } {
  const { pathname, state } = useLocation();
  const own = pathname === paths.payment || pathname.startsWith(`${paths.payment}/`);
  const key = useRef(state.__TSR_key);
  useEffect(() => {
    if (own) key.current = state.__TSR_key;
  }, [own, state.__TSR_key]);
  return key;
}

/** Starts with the account in the address, or the only one (P 2). */
function startValues(payable: readonly AccountSummary[], asked: string | undefined): Partial<PaymentValues> {
  if (asked !== undefined) return { account: asked };
  const [only] = payable;
  return only && payable.length === 1 ? { account: only.number } : {};
}

/** A notice that the loan has fees due (P 1). */
function ServicingFeesNotice({ facts: { loan } }: { readonly facts: PaymentFacts }) {
  if (loan.state !== 'ready' || loan.value.terms.feesDueCents <= 0) return null;
  return (
    <Alert tone="info">
      <Text of="payment.servicingFeesNotice" />
    </Alert>
  );
}
