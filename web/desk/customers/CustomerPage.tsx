import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isClosed } from '#common/accounts/rules/account.ts';
import { statusCodes } from '#common/accounts/rules/account-status.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { type DeskAnswer, DeskError } from '#web/desk/data/desk-client.ts';
import { useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import styles from './CustomerPage.module.css';
import { CustomerHold } from './CustomerHold.tsx';
import { CustomerTimeline } from './CustomerTimeline.tsx';
import { LoginPanel } from './LoginPanel.tsx';
import { MaskedValues } from './MaskedValues.tsx';
import { NewEmail } from './NewEmail.tsx';
import { NoLogin } from './NoLogin.tsx';
import { NotesPanel } from './NotesPanel.tsx';
import { OpenCustomerDialog } from './OpenCustomerDialog.tsx';

type Glance = DeskAnswer<'GET /api/desk/customer'>;

/** A customer at a glance: who, accounts and open items, one timeline. */
export function CustomerPage() {
  const { customerId = '' }: { readonly customerId?: string } = useParams({ strict: false });
  const query = useDeskQuery('GET /api/desk/customer', { query: { customerId } });
  const [asks, setAsks] = useState(true);
  const needsReason = query.error instanceof DeskError && query.error.message === 'OpenFirst';
  if (needsReason) {
    const customer = { customerId, name: `customer ${customerId}` };
    return (
      <DeskPage title="Customer" aside={<Button onClick={() => setAsks(true)}>Open</Button>}>
        <Empty>Say why you open this customer.</Empty>
        {asks && <OpenCustomerDialog customer={customer} onClose={() => setAsks(false)} />}
      </DeskPage>
    );
  }
  const glance = <Loaded query={query}>{(found) => <CustomerColumns glance={found} />}</Loaded>;
  return query.data && !query.error ? glance : <DeskPage title="Customer">{glance}</DeskPage>;
}

function CustomerColumns({ glance }: { readonly glance: Glance }) {
  const { permissions } = useSession();
  const { customerId, name, isCompany, branch, restrictedByHost, logins } = glance;
  return (
    <DeskPage title={name}>
      <div className={styles.columns}>
        <div>
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
          {permissions.includes('reviewUploads') && (
            <Panel title="Documents" aside={<Link to={`/documents/${encodeURIComponent(customerId)}`}>Open</Link>}>
              <Empty>What the customer uploaded, and what we delivered.</Empty>
            </Panel>
          )}
          <NotesPanel customerId={customerId} notes={glance.notes} />
        </div>
        <div>
          <Accounts
            customerId={customerId}
            accounts={glance.accounts}
            mayHold={permissions.includes('correctPayments')}
          />
          <OpenPayments customerId={customerId} payments={glance.openPayments} />
        </div>
        <CustomerTimeline customerId={customerId} />
      </div>
    </DeskPage>
  );
}

interface AccountsProps extends Pick<Glance, 'customerId' | 'accounts'> {
  readonly mayHold: boolean;
}

function Accounts({ customerId, accounts, mayHold }: AccountsProps) {
  const offersHold = mayHold && accounts.some(({ takesPayments }) => takesPayments);
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

interface LoanLinksProps {
  readonly customerId: string;
  readonly account: Glance['accounts'][number];
}

/** Where staff work on a loan. */
function LoanLinks({
  customerId,
  account: { accountNumber, status, takesPayments, dueOn, balanceCents, isLine },
}: LoanLinksProps) {
  const isDue = dueOn !== null;
  const pages = [
    { path: 'late-charges', name: 'Late charges', isOffered: isDue || status === statusCodes.chargedOff },
    { path: 'received-payments', name: 'Received payments', isOffered: takesPayments },
    { path: 'holds', name: 'Holds', isOffered: takesPayments },
    { path: 'due-date', name: 'Due date', isOffered: takesPayments && isDue && !isLine },
    { path: 'deferral', name: 'Defer', isOffered: takesPayments && isDue && !isLine },
    { path: 'rate', name: 'Rate', isOffered: takesPayments && isDue },
    { path: 'draws', name: 'Draws', isOffered: isLine },
    { path: 'lien', name: 'Lien', isOffered: takesPayments && !isDue && !isLine },
    { path: 'charge-off', name: 'Charge-off', isOffered: takesPayments && balanceCents > 0 },
  ].filter(({ isOffered }) => isOffered);
  if (pages.length === 0) return null;
  return (
    <div className={styles.links}>
      {pages.map(({ path, name }) => (
        <Link key={path} to={`/${path}/${encodeURIComponent(customerId)}/${encodeURIComponent(accountNumber)}`}>
          {name}
        </Link>
      ))}
    </div>
  );
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
