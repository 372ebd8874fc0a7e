import { Link } from '@tanstack/react-router';
import { statusCodes } from '#common/accounts/rules/account-status.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import styles from './CustomerPage.module.css';

interface LoanLinksProps {
  readonly customerId: string;
  readonly account: DeskAnswer<'GET /api/desk/customer'>['accounts'][number];
}

/** Where staff work on a loan. */
export function LoanLinks({
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
