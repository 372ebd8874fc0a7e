import { listToDo, type ToDo as Item } from '#common/accounts/rules/to-do.ts';
import type { AccountSummary } from '#common/accounts/rules/account.ts';
import { usePlannedPayments } from '#web/payments/all-planned-payments.ts';
import { useOption } from '#web/institution/settings.ts';
import { DayText } from '#web/kit/DayText.tsx';
import { Money } from '#web/kit/Money.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Text } from '#web/kit/Text.tsx';
import { loanDetailsPath } from '#web/paths.ts';
import styles from './ComingUp.module.css';

/** The accounts below say the rest. */
const MOST = 3;

interface ToDoProps {
  readonly accounts: readonly AccountSummary[];
  /** The loan that the dashboard leads with, which says itself that it is past due. */
  readonly leading: string | undefined;
}

/** What needs the customer; nothing where nothing does. */
export function ToDo({ accounts, leading }: ToDoProps) {
  const planned = usePlannedPayments();
  const hidden = useOption('dashboardOptions.hideToDo');
  if (!planned || hidden) return null;
  const items = listToDo(accounts, ({ number }) => planned.of(number), planned.today)
    .filter(({ kind, account }) => kind !== 'pastDue' || account.number !== leading)
    .slice(0, MOST);
  if (items.length === 0) return null;
  return (
    <Section heading="toDo.heading">
      <ul className={styles.rows}>
        {items.map((item) => (
          <li key={`${item.kind} ${item.account.number}`} className={styles.task}>
            <ScreenLink to={loanDetailsPath(item.account.number)} className={styles.name}>
              {item.account.description}
            </ScreenLink>
            <span>
              <Words of={item} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Words({ of: item }: { readonly of: Item }) {
  if (item.kind === 'pastDue') {
    return <Text of="toDo.pastDue" with={{ amount: <Money cents={item.account.amountDueCents} /> }} />;
  }
  return <Text of="toDo.cardExpires" with={{ lastFour: item.lastFour, date: <DayText day={item.on} short /> }} />;
}
