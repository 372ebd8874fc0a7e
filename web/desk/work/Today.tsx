import { Link } from '@tanstack/react-router';
import { formatDayFull, day } from '#common/core/dates.ts';
import { Chip } from '#web/ui/Chip.tsx';
import { useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import styles from './Today.module.css';

const marks = { bad: 'Now', warn: 'Soon', plain: 'Open' } as const;

/** The first page: what needs a person, as far as this one may do something about it. */
export function Today() {
  const { today } = useSession();
  const query = useDeskQuery('GET /api/desk/today', {});
  return (
    <DeskPage title={`Today, ${formatDayFull(day(today))}`}>
      <Loaded query={query}>
        {({ needs, counts }) => (
          <>
            <Panel title={`Needs a person (${needs.length})`}>
              {needs.length === 0 && <Empty>Nothing is waiting for you.</Empty>}
              <ul className={styles.needs}>
                {needs.map(({ tone, title, action, path }, index) => (
                  <li key={index}>
                    <Chip tone={tone}>{marks[tone]}</Chip>
                    <span>{title}</span>
                    <Link to={path} data-row>
                      {action}
                    </Link>
                  </li>
                ))}
              </ul>
            </Panel>
            {counts.length > 0 && (
              <ul className={styles.counts} aria-label="Figures">
                {counts.map(({ label, value, path }) => (
                  <li key={label}>
                    <Link to={path}>
                      {label} <strong>{value}</strong>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </DeskPage>
  );
}
