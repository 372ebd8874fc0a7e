import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isClosed } from '#common/accounts/rules/account.ts';
import { statusCodes } from '#common/accounts/rules/account-status.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { Chip } from '#web/ui/Chip.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { AlertsPanel } from './AlertsPanel.tsx';
import { ConversationsPanel } from './ConversationsPanel.tsx';
import styles from './CustomerPage.module.css';
import { CustomerHold } from './CustomerHold.tsx';
import { CustomerTimeline } from './CustomerTimeline.tsx';
import { DocumentsPanel } from './DocumentsPanel.tsx';
import { HiddenAccount } from './HiddenAccount.tsx';
import { LoanLinks } from './LoanLinks.tsx';
import { LoginPanel } from './LoginPanel.tsx';
import { MaskedValues } from './MaskedValues.tsx';
import { NewEmail } from './NewEmail.tsx';
import { NoLogin } from './NoLogin.tsx';
import { NotesPanel } from './NotesPanel.tsx';
import { UnlessClosed } from './UnlessClosed.tsx';

type Glance = DeskAnswer<'GET /api/desk/customer'>;

/** A customer at a glance: who, accounts and open items, one timeline. */
export function CustomerPage() {
  const { customerId = '' }: { readonly customerId?: string } = useParams({ strict: false });
  // Another customer's page starts empty, so it never shows data of the previous one.
  return <OfCustomer key={customerId} customerId={customerId} />;
}

function OfCustomer({ customerId }: { readonly customerId: string }) {
  const { permissions } = useSession();
  const query = useDeskQuery('GET /api/desk/customer', { query: { customerId } });
  const isSlow = useIsSlow(query.isPending);
  const { data: glance, error } = query;
  const isOpen = glance !== undefined || error !== null || isSlow;
  return (
    <UnlessClosed
      title="Customer"
      customerId={customerId}
      path={`/customers/${encodeURIComponent(customerId)}`}
      error={error}
    >
      <DeskPage title={glance?.name ?? 'Customer'}>
        <div className={styles.columns}>
          <div>
            <Loaded query={query}>{(found) => <Who glance={found} />}</Loaded>
            {isOpen && <AlertsPanel customerId={customerId} />}
          </div>
          <div>
            {glance && !error && (
              <>
                <Accounts
                  customerId={customerId}
                  accounts={glance.accounts}
                  mayCorrect={permissions.includes('correctPayments')}
                />
                <OpenPayments customerId={customerId} payments={glance.openPayments} />
              </>
            )}
            {isOpen && permissions.includes('answerMessages') && <ConversationsPanel customerId={customerId} />}
            {isOpen && permissions.includes('reviewUploads') && <DocumentsPanel customerId={customerId} />}
          </div>
          {isOpen && <CustomerTimeline customerId={customerId} />}
        </div>
      </DeskPage>
    </UnlessClosed>
  );
}

const SLOW_MS = 1_000;

/** Whether a customer who isn't open would have been refused by now, so that nothing else need wait for a slow core. */
function useIsSlow(isPending: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isPending]);
  return isSlow;
}

function Who({ glance }: { readonly glance: Glance }) {
  const { permissions } = useSession();
  const { customerId, isCompany, branch, restrictedByHost, logins } = glance;
  return (
    <>
      <Panel title="Who">
        <dl className={styles.facts}>
          <dt>Customer</dt>
          <dd>
            {customerId}
            {isCompany && ', a company'}
          </dd>
          <dt>Branch</dt>
          <dd>{branch || 'None'}</dd>
          {restrictedByHost && (
            <>
              <dt>Access</dt>
              <dd>
                <Chip tone="bad">Denied by the host</Chip>
              </dd>
            </>
          )}
        </dl>
        <MaskedValues customerId={customerId} masked={glance.masked} may={permissions.includes('revealValues')} />
        <NewEmail
          customerId={customerId}
          newEmail={glance.newEmail}
          newEmailAsked={glance.newEmailAsked}
          may={permissions.includes('correctEmail')}
        />
      </Panel>
      {logins.length === 0 && <NoLogin customerId={customerId} may={permissions.includes('helpWithAccess')} />}
      {logins.map((login) => (
        <LoginPanel key={login.userId} customerId={customerId} login={login} />
      ))}
      <NotesPanel customerId={customerId} notes={glance.notes} />
    </>
  );
}

interface AccountsProps extends Pick<Glance, 'customerId' | 'accounts'> {
  readonly mayCorrect: boolean;
}

function Accounts({ customerId, accounts, mayCorrect }: AccountsProps) {
  const offersHold = mayCorrect && accounts.some(({ takesPayments }) => takesPayments);
  return (
    <Panel title={`Accounts (${accounts.length})`} aside={offersHold && <CustomerHold customerId={customerId} />}>
      {accounts.length === 0 && <Empty>No accounts.</Empty>}
      <ul className={styles.list}>
        {accounts.map((account) => (
          <li key={account.accountNumber}>
            <div className={styles.line}>
              <strong>{account.description}</strong>
              <span>{formatCents(cents(account.balanceCents))}</span>
            </div>
            <div className={styles.line}>
              <span>{account.accountNumber}</span>
              {account.pastDue && <Chip tone="bad">Past due</Chip>}
              {account.status === statusCodes.chargedOff && <Chip tone="bad">Charged off</Chip>}
              {account.holdCode !== '' && <HoldCode code={account.holdCode} />}
              {account.dueOn !== null && (
                <span>
                  {formatCents(cents(account.amountDueCents))} due {formatDayMedium(day(account.dueOn))}
                </span>
              )}
            </div>
            {account.hidden && (
              <HiddenAccount customerId={customerId} accountNumber={account.accountNumber} may={mayCorrect} />
            )}
            <LoanLinks customerId={customerId} account={account} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function HoldCode({ code }: { readonly code: string }) {
  return isClosed({ comment: code }) ? <Chip tone="plain">Closed</Chip> : <Chip tone="warn">{code}</Chip>;
}

interface OpenPaymentsProps {
  readonly customerId: string;
  readonly payments: Glance['openPayments'];
}

function OpenPayments({ customerId, payments }: OpenPaymentsProps) {
  return (
    <Panel title={`Open payments (${payments.length})`}>
      {payments.length === 0 && <Empty>No open payments.</Empty>}
      <ul className={styles.list}>
        {payments.map((payment) => (
          <li key={payment.paymentId}>
            <div className={styles.line}>
              <Link to={`/payments/${encodeURIComponent(customerId)}/${payment.paymentId}`}>{payment.reference}</Link>
              <span>{formatCents(cents(payment.amountCents))}</span>
            </div>
            <div className={styles.line}>
              <span>{payment.accountNumber}</span>
              <Chip tone={payment.state === 'scheduled' && !payment.paused ? 'plain' : 'warn'}>
                {payment.paused ? 'paused by the hold code' : payment.state}
              </Chip>
              <span>{formatDayMedium(day(payment.payOn))}</span>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
