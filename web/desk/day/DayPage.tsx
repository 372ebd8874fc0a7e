import { Link, useParams } from '@tanstack/react-router';
import { day, formatDayFull, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { Chip } from '#web/ui/Chip.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { BankFilePanel } from './BankFilePanel.tsx';
import { Explanation } from './Explanation.tsx';
import styles from './DayPage.module.css';

type DayDetail = DeskAnswer<'GET /api/desk/day'>;

/** A business day: its steps, what waits, its bank file, and what does not match. */
export function DayPage() {
  const { businessOn = '' }: { readonly businessOn?: string } = useParams({ strict: false });
  const query = useDeskQuery('GET /api/desk/day', { query: { businessOn } });
  return (
    <DeskPage title={formatDayFull(day(businessOn))}>
      <Loaded query={query}>
        {(detail) => (
          <div className={styles.columns}>
            <div>
              <Steps steps={detail.steps} />
              <NotSubmitted notSubmitted={detail.notSubmitted} />
            </div>
            <div>
              <BankFilePanel detail={detail} />
              <Comparison businessOn={detail.businessOn} comparison={detail.comparison} />
            </div>
          </div>
        )}
      </Loaded>
    </DeskPage>
  );
}

const stepWords = {
  submission: 'Payments due submitted',
  file: 'Bank file written',
  settlement: 'Settled money moved to cash',
  charges: 'Late charges assessed',
  comparison: 'Books, bank, and processor compared',
} as const;

const stateWords = {
  done: { tone: 'ok', word: 'done' },
  waiting: { tone: 'plain', word: 'not yet' },
  failed: { tone: 'bad', word: 'failed, is tried again' },
} as const;

function Steps({ steps }: Pick<DayDetail, 'steps'>) {
  return (
    <Panel title="Steps">
      <ol className={styles.steps}>
        {steps.map(({ step, state, detail, since }) => (
          <li key={step}>
            <Chip tone={stateWords[state].tone}>{stateWords[state].word}</Chip>
            <span>
              <strong>{stepWords[step]}</strong>
              {detail !== '' && <span className={styles.detail}>{detail}</span>}
            </span>
            <span className={styles.at}>{since !== null && <AtTime at={since} />}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function NotSubmitted({ notSubmitted }: Pick<DayDetail, 'notSubmitted'>) {
  if (notSubmitted.length === 0) return null;
  return (
    <Panel title={`Not submitted, tried again (${notSubmitted.length})`}>
      <ul className={styles.sentences}>
        {notSubmitted.map(({ reference, dueOn, why, payment }) => (
          <li key={reference}>
            {payment ? <PaymentLink payment={payment} /> : reference}, due {formatDayMedium(day(dueOn))}: {why}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type Named = NonNullable<DayDetail['notSubmitted'][number]['payment']>;

function PaymentLink({ payment: { customerId, paymentId, reference } }: { readonly payment: Named }) {
  return (
    <Link to={`/payments/${encodeURIComponent(customerId)}/${paymentId}`} data-row>
      {reference}
    </Link>
  );
}

function Comparison({ businessOn, comparison }: Pick<DayDetail, 'businessOn' | 'comparison'>) {
  if (!comparison) {
    return (
      <Panel title="Comparison">
        <Empty>The day is compared once its other steps are done.</Empty>
      </Panel>
    );
  }
  const { cards, drafts, credits, unsettled, differences } = comparison;
  const rows = [
    { name: 'Cards', books: cards.booksCents, other: cards.processorCents },
    { name: 'Bank drafts', books: drafts.booksCents, other: drafts.entriesCents },
    ...(credits && (credits.booksCents !== 0 || credits.entriesCents !== 0)
      ? [{ name: 'Sent to banks', books: credits.booksCents, other: credits.entriesCents }]
      : []),
  ];
  return (
    <Panel title={differences.length === 0 ? 'Everything matches' : `Does not match (${differences.length})`}>
      <table className={styles.figures}>
        <thead>
          <tr>
            <th scope="col">Money</th>
            <th scope="col">Books</th>
            <th scope="col">Processor or bank</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, books, other }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatCents(cents(books))}</td>
              <td>{formatCents(cents(other))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {unsettled > 0 && <Empty>{`Without an outcome: ${unsettled}. The next day compares them.`}</Empty>}
      {differences.length > 0 && (
        <ul className={styles.sentences}>
          {differences.map(({ text, payment }) => (
            <li key={text}>
              {text} {payment && <PaymentLink payment={payment} />}
            </li>
          ))}
        </ul>
      )}
      {differences.length > 0 && <Explanation businessOn={businessOn} acknowledged={comparison.acknowledged} />}
    </Panel>
  );
}
