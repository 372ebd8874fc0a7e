import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { UnlessClosed } from '#web/desk/customers/UnlessClosed.tsx';
import { useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { DeliverDialog } from './DeliverDialogs.tsx';
import { type Document, reviewTones, scanWords } from './document.ts';
import styles from './CustomerDocuments.module.css';
import { ReviewDialog, WithdrawDialog } from './ReviewDialog.tsx';

/** The documents of a customer: to review, to deliver, to take back. */
export function CustomerDocuments() {
  const { customerId = '' }: { readonly customerId?: string } = useParams({ strict: false });
  const { permissions } = useSession();
  const query = useDeskQuery('GET /api/desk/documents', { query: { customerId } });
  const [delivers, setDelivers] = useState(false);
  const path = `/documents/${encodeURIComponent(customerId)}`;
  const mayDeliver = permissions.includes('deliverDocuments');
  return (
    <UnlessClosed title="Documents" customerId={customerId} path={path} error={query.error}>
      <DeskPage
        title={`Documents of ${customerId}`}
        aside={mayDeliver && <Button onClick={() => setDelivers(true)}>Deliver a document</Button>}
      >
        <Loaded query={query}>
          {({ documents, withdrawn }) => (
            <>
              <Panel
                title={`Documents (${documents.length})`}
                aside={<Link to={`/customers/${encodeURIComponent(customerId)}`}>Customer {customerId}</Link>}
              >
                {documents.length === 0 && <Empty>No documents.</Empty>}
                <ul>
                  {documents.map((document) => (
                    <DocumentRow key={document.documentId} document={document} mayWithdraw={mayDeliver} />
                  ))}
                </ul>
              </Panel>
              {withdrawn.length > 0 && (
                <Panel title={`Withdrawn (${withdrawn.length})`}>
                  <ul>
                    {withdrawn.map(({ documentId, name, by, at }) => (
                      <li key={documentId} className={styles.row}>
                        <div>
                          {name}
                          <p className={styles.meta}>
                            by {by}, <AtTime at={at} />
                          </p>
                        </div>
                      </li>
                    ))}
                  </ul>
                </Panel>
              )}
            </>
          )}
        </Loaded>
        {delivers && <DeliverDialog customerId={customerId} onClose={() => setDelivers(false)} />}
      </DeskPage>
    </UnlessClosed>
  );
}

function DocumentRow({ document, mayWithdraw }: { readonly document: Document; readonly mayWithdraw: boolean }) {
  const { customerId, documentId, name, fileType, belongsTo, byCustomer, scan, review, at } = document;
  const [asked, setAsked] = useState<'accepted' | 'declined' | 'withdraw'>();
  const address = `/api/desk/documents/file?${new URLSearchParams({ customerId, documentId })}`;
  return (
    <li className={styles.row}>
      <div>
        <a href={address} download data-row>
          {name}
        </a>
        <p className={styles.meta}>
          {[fileType, belongsTo, byCustomer ? 'from the customer' : 'from us'].filter((part) => part !== '').join(', ')}
          , <AtTime at={at} />. Virus scan: {scanWords[scan]}.
        </p>
      </div>
      <div className={styles.actions}>
        {review !== null && <Chip tone={reviewTones[review]}>{review}</Chip>}
        {review === 'waiting' && (
          <>
            <Button look="quiet" onClick={() => setAsked('accepted')}>
              Accept
            </Button>
            <Button look="quiet" onClick={() => setAsked('declined')}>
              Decline
            </Button>
          </>
        )}
        {!byCustomer && belongsTo === '' && mayWithdraw && (
          <Button look="quiet" onClick={() => setAsked('withdraw')}>
            Withdraw
          </Button>
        )}
      </div>
      {asked === 'withdraw' && <WithdrawDialog document={document} onClose={() => setAsked(undefined)} />}
      {(asked === 'accepted' || asked === 'declined') && (
        <ReviewDialog document={document} outcome={asked} onClose={() => setAsked(undefined)} />
      )}
    </li>
  );
}
