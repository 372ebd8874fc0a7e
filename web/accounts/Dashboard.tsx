import { useQuery } from '@tanstack/react-query';
import { type HistoryState, useRouterState } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { type AccountSummary, isClosed, kindOfAccount } from '#common/accounts/rules/account.ts';
import { findNextPayment } from '#common/accounts/rules/next-payment.ts';
import { offersPayment } from '#common/accounts/rules/offers-payment.ts';
import { accountsQuery } from '#web/data/queries.ts';
import { currentSession, useSession } from '#web/data/session.ts';
import type { Session } from '#web/data/session.wire.ts';
import { useInstitutionTimeZone, useLabel, useOption, useText } from '#web/institution/settings.ts';
import { RichText } from '#web/kit/RichText.tsx';
import { lazily, optional } from '#web/kit/lazily.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useViewState } from '#web/kit/use-view-state.ts';
import { paths } from '#web/paths.ts';
import { ApplyForLoan } from '#web/shell/ApplyForLoan.tsx';
import { useMenu } from '#web/shell/use-menu.ts';
import { Card } from '#web/ui/Card.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { ApplicationList } from './applications/ApplicationList.tsx';
import { ComingUp } from './ComingUp.tsx';
import styles from './Dashboard.module.css';
import { DashboardLoading } from './DashboardLoading.tsx';
import { FiguresAsOf } from './FiguresAsOf.tsx';
import { Greeting } from './Greeting.tsx';
import { NextPayment } from './NextPayment.tsx';
import { AccountList } from './AccountList.tsx';
import { ToDo } from './ToDo.tsx';
import { accountLists } from './account-lists.ts';
import { formatDay } from '#common/core/dates.ts';
import { dayOfInstant } from '#web/data/day-of-instant.ts';

/** Only for customers with many accounts. */
const AccountSearch = lazily(async () => (await import('./AccountSearch.tsx')).AccountSearch);

/** Only when there is something to say. */
const DashboardNotices = lazily(optional(async () => (await import('./DashboardNotices.tsx')).DashboardNotices));

/** At the first sign-in only. */
const Welcome = lazily(optional(async () => (await import('./Welcome.tsx')).Welcome));

/** Above this count, a customer can look for one. */
const MANY_ACCOUNTS = 10;

interface AccountListsProps {
  readonly accounts: readonly AccountSummary[];
  readonly closedShown: boolean;
}

/** The customer's accounts at a glance (M 2). */
export function Dashboard() {
  return (
    <>
      <Greeting />
      <Banner />
      <RichText html={useOption('dashboardOptions.infoText')} />
      <Notices />
      <Accounts />
      <ApplicationList />
      <PreviousLogin />
    </>
  );
}

function Banner() {
  const address = useOption('dashboardOptions.bannerImage');
  const { label } = useLabel('dashboard.bannerAlt');
  if (address === '') return null;
  return <img className={styles.banner} src={address} alt={label} />;
}

/** Notices about the account and how the customer got here. */
function Notices() {
  const session = useSession();
  const arrival = useRouterState({ select: ({ location }) => location.state });
  return hasNotices(session, arrival) && <DashboardNotices />;
}

function hasNotices(session: Session | null, arrival: HistoryState): boolean {
  const { viewError, unknownAddress, otherCustomer, emailVerified } = arrival;
  return session?.hasEmailAddress === false || [viewError, unknownAddress, otherCustomer, emailVerified].includes(true);
}

/** Loads the code of what stands above the accounts, which would be pushed down if it came after them. */
export async function preloadNotices(arrival: HistoryState): Promise<void> {
  const session = currentSession();
  await Promise.all([
    hasNotices(session, arrival) ? DashboardNotices.preload() : null,
    session?.lastLoggedIn === null ? Welcome.preload() : null,
  ]);
}

function Accounts() {
  const { data: accounts, isPending, isFetching, refetch } = useQuery(accountsQuery);
  if (isPending) return <DashboardLoading />;
  if (!accounts) return <SectionProblem of="dashboard.listError" busy={isFetching} onTryAgain={() => void refetch()} />;
  return accounts.length === 0 ? <NoAccounts /> : <AccountOverview accounts={accounts} />;
}

function NoAccounts() {
  const menu = useMenu();
  return (
    <Card padded>
      <h2>
        <Text of="dashboard.noAccounts" />
      </h2>
      <p>
        <Text of="dashboard.noAccountsHint" />
      </p>
      {menu.applyForLoan && <ApplyForLoan asButton through={menu.applyForLoan} />}
    </Card>
  );
}

function AccountOverview({ accounts }: { readonly accounts: readonly AccountSummary[] }) {
  const isFirstSignIn = useSession()?.lastLoggedIn === null;
  const menu = useMenu();
  const [closed, setClosed] = useViewState('closed');
  const closedShown = closed === 'shown';
  const hidesNextPayment = useOption('dashboardOptions.hideNextPayment');
  const easyPayDisabled = useOption('depositOptions.disableEZPayOption');
  const { label, labelHidden } = useLabel('dashboard.showClosed');
  const due = hidesNextPayment ? undefined : findNextPayment(accounts);
  const payable = offersPayment(accounts, easyPayDisabled);
  return (
    <>
      {due && <NextPayment account={due} accounts={accounts} payable={payable} />}
      <div className={styles.bar}>
        {menu.applyForLoan && <ApplyForLoan asButton through={menu.applyForLoan} />}
        {!due && payable && (
          <ScreenLink to={paths.payment} look="primary">
            <ControlName of="dashboard.makePayment" />
          </ScreenLink>
        )}
        {accounts.some(isClosed) && (
          <Switch
            label={label}
            labelHidden={labelHidden}
            checked={closedShown}
            onChange={(on) => setClosed(on ? 'shown' : '')}
          />
        )}
      </div>
      {isFirstSignIn && <Welcome accounts={accounts} payable={payable} />}
      <ToDo accounts={accounts} leading={due?.number} />
      <ComingUp accounts={accounts} payable={payable} />
      <AccountLists accounts={accounts} closedShown={closedShown} />
      <FiguresAsOf accounts={accounts} />
    </>
  );
}

/** One list for each kind of account the customer has (M 2). */
function AccountLists({ accounts, closedShown }: AccountListsProps) {
  const [wanted, setWanted] = useViewState('find');
  // The lists follow a key or press when there is time, so that the page answers it at once.
  const lists = { closedShown: useDeferredValue(closedShown), wanted: useDeferredValue(wanted) };
  return (
    <>
      {accounts.length > MANY_ACCOUNTS && (
        <div className={styles.search}>
          <AccountSearch wanted={wanted} onSearch={setWanted} />
        </div>
      )}
      {accountLists.map((list) => {
        const ofKind = accounts.filter((account) => kindOfAccount(account.typeCode) === list.kind);
        if (ofKind.length === 0) return null;
        return <AccountList key={list.kind} list={list} accounts={ofKind} {...lists} />;
      })}
    </>
  );
}

/** The customer's previous sign-in, with a link to all (M 2). */
function PreviousLogin() {
  const session = useSession();
  const day = dayOfInstant(session?.lastLoggedIn ?? null, useInstitutionTimeZone());
  const text = useText('dashboard.previousLogin', {
    time: day ? formatDay(day) : '',
    ipAddress: session?.lastLoggedInIp ?? '',
  });
  if (!day || text === null) return null;
  return (
    <ScreenLink to={paths.loginHistory} className={styles.previous}>
      {text}
    </ScreenLink>
  );
}
