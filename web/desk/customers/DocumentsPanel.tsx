import { Link } from '@tanstack/react-router';
import { countOf } from '#common/core/counts.ts';
import { Chip } from '#web/ui/Chip.tsx';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { type Document, reviewTones, scanWords } from '#web/desk/documents/document.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import styles from './CustomerPage.module.css';

const MAX_SHOWN = 5;

/** The customer's newest documents: delivered, withdrawn, or uploaded. */
export function DocumentsPanel({ customerId }: { readonly customerId: string }) {
  const query = useDeskQuery('GET /api/desk/documents', { query: { customerId } });
  const path = `/documents/${encodeURIComponent(customerId)}`;
  return (
    <Panel title="Documents" aside={<Link to={path}>Open</Link>}>
      <Loaded query={query}>
        {({ documents, withdrawn }) => {
          const newest = [
            ...documents.map((document) => ({ ...document, isWithdrawn: false as const })),
            ...withdrawn.map((document) => ({ ...document, isWithdrawn: true as const })),
          ].toSorted((one, other) => Temporal.Instant.compare(other.at, one.at));
          const more = newest.length - MAX_SHOWN;
          return (
            <>
              {newest.length === 0 && <Empty>No documents.</Empty>}
              <ul className={styles.list}>
                {newest.slice(0, MAX_SHOWN).map((document) => (
                  <li key={document.documentId}>
                    <div className={styles.line}>
                      <strong className={styles.name}>{document.name}</strong>
                      {document.isWithdrawn ? <Chip tone="plain">withdrawn</Chip> : <Review document={document} />}
                    </div>
                    <div className={styles.line}>
                      <span>{document.isWithdrawn ? `by ${document.by}` : originWords(document)}</span>
                      <AtTime at={document.at} />
                    </div>
                  </li>
                ))}
              </ul>
              {more > 0 && <Empty>{`And ${countOf(more, 'older one')}.`}</Empty>}
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function Review({ document: { review } }: { readonly document: Document }) {
  return review !== null && <Chip tone={reviewTones[review]}>{review}</Chip>;
}

function originWords({ byCustomer, scan }: Document): string {
  return byCustomer ? `Uploaded; virus scan: ${scanWords[scan].toLowerCase()}` : 'From us';
}
