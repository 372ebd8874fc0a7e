import { useState } from 'react';
import type { AccountSummary } from '#common/accounts/rules/account.ts';
import { type ComingUp as Row, comingUp } from '#common/accounts/rules/next-payment.ts';
import { usePlannedPayments } from '#web/payments/all-planned-payments.ts';
import { useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { DayText } from '#web/kit/DayText.tsx';
import { Money } from '#web/kit/Money.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Text } from '#web/kit/Text.tsx';
import { loanDetailsPath, paymentPath } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './ComingUp.module.css';

/** So many rows do not push the accounts off the screen. */
const MOST_AT_FIRST = 5;

const kinds = {
  due: 'comingUp.due',
  autopay: 'comingUp.autopay',
  scheduled: 'comingUp.scheduled',
  paused: 'comingUp.paused',
} as const;

interface ComingUpProps {
  readonly accounts: readonly AccountSummary[];
  /** Something can be paid online. */
  readonly payable: boolean;
}

/** What is due and what is paid in the next 30 days; nothing where there is neither. */
export function ComingUp({ accounts, payable }: ComingUpProps) {
  const planned = usePlannedPayments();
  const hidden = useOption('dashboardOptions.hideComingUp');
  if (!planned || hidden) return null;
  return <Rows rows={comingUp(accounts, ({ number }) => planned.of(number), planned.today)} payable={payable} />;
}

function Rows({ rows, payable }: { readonly rows: readonly Row[]; readonly payable: boolean }) {
  const [all, showAll] = useState(false);
  if (rows.length === 0) return null;
  const shown = all ? rows : rows.slice(0, MOST_AT_FIRST);
  return (
    <Section heading="comingUp.heading">
      <ul className={styles.rows}>
        {shown.map((row) => (
          <li key={`${row.account.number} ${row.kind} ${row.on}`} className={styles.row} data-kind={row.kind}>
            <span className={styles.on}>
              {row.kind === 'paused' ? <Text of="comingUp.pausedOn" /> : <DayText day={row.on} short />}
            </span>
            <span>
              <ScreenLink to={loanDetailsPath(row.account.number)} className={styles.name}>
                {row.account.description}
              </ScreenLink>{' '}
              <span className={styles.quiet}>
                <Text of={kinds[row.kind]} />
              </span>
            </span>
            <span className={styles.amount}>{row.kind !== 'paused' && <Amount row={row} />}</span>
            {payable && row.kind === 'due' ? <PayLink row={row} /> : <span />}
          </li>
        ))}
      </ul>
      {shown.length < rows.length && (
        <div className={styles.more}>
          <Button look="text" onClick={() => showAll(true)}>
            <ControlName of="comingUp.showAll" with={{ count: String(rows.length) }} />
          </Button>
        </div>
      )}
    </Section>
  );
}

function PayLink({ row: { account, on } }: { readonly row: Row }) {
  return (
    <ScreenLink to={paymentPath(account.number)} className={styles.pay}>
      <ControlName of="comingUp.pay" />
      <VisuallyHidden>
        {' '}
        {account.description} <DayText day={on} />
      </VisuallyHidden>
    </ScreenLink>
  );
}

function Amount({ row: { cents } }: { readonly row: Row }) {
  return cents === null ? <Text of="planned.totalDue" /> : <Money cents={cents} />;
}
