import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatInstantWithZone } from '#common/core/dates.ts';
import { clock } from '#web/data/clock.ts';
import { useSession } from '#web/data/session.ts';
import { useInstitutionTimeZone, useOption } from '#web/institution/settings.ts';
import { Brand } from '#web/kit/Brand.tsx';
import { onPrint } from '#web/kit/on-print.ts';
import { Text } from '#web/kit/Text.tsx';
import styles from './PrintHead.module.css';

/** The head of printed pages, which have no header: institution, customer and time. */
export function PrintHead() {
  const timeZone = useInstitutionTimeZone();
  const phone = useOption('globalOptions.customerServicePhone');
  const name = useSession()?.personalName ?? '';
  // Only on paper: the first time in a zone costs a phone a twentieth of a second.
  // This head may come after the page was put on paper.
  const [printedAt, setPrintedAt] = useState(() => (matchMedia('print').matches ? timeIn(timeZone) : null));

  useEffect(
    // The page is printed in its state at the end of the event.
    () => onPrint(() => flushSync(() => setPrintedAt(timeIn(timeZone)))),
    [timeZone],
  );
  return (
    <div className={styles.head} data-print-head aria-hidden="true">
      <div>
        <Brand name="shell.institutionName" />
        <p className={styles.where}>
          <Text of="print.address" />
          {phone !== '' && <span className={styles.whole}> · {phone}</span>}
        </p>
      </div>
      <p className={styles.who}>
        <span>{name} </span>
        {printedAt && (
          <span className={styles.whole}>
            <Text of="print.printedAt" with={{ time: formatInstantWithZone(printedAt, timeZone) }} />
          </span>
        )}
      </p>
    </div>
  );
}

function timeIn(timeZone: string | undefined): Temporal.Instant {
  return clock.nowIn(timeZone).toInstant();
}
