import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type TimelineKind, timelineKinds } from '#common/desk/desk-lists.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { returnInWords } from '#web/desk/kit/return-code-words.ts';
import { MessageActions } from '#web/desk/messages/MessageActions.tsx';
import styles from './CustomerTimeline.module.css';

const words: Readonly<Record<TimelineKind, string>> = {
  payment: 'Payments',
  message: 'Messages from the customer',
  signIn: 'Sign-ins, also refused ones',
  account: 'Changes to logins and profile',
  loan: 'Changes to loans, by staff or an operator',
  sent: 'Emails and texts sent',
  document: 'Documents',
  staff: 'Staff',
};

/** Everything about a customer in one list; the filter and the page are in the address. */
export function CustomerTimeline({ customerId }: { readonly customerId: string }) {
  const search: { readonly kind?: string; readonly before?: string } = useSearch({ strict: false });
  const kind = timelineKinds.find((known) => known === search.kind);
  const navigate = useNavigate();
  const query = useDeskQuery('GET /api/desk/customer/timeline', {
    query: { customerId, kind, before: search.before },
  });
  const show = (changes: { readonly kind?: string | undefined; readonly before?: string | undefined }) =>
    void navigate({ to: '.', search: { ...search, ...changes } });
  return (
    <Panel title="Timeline">
      <div className={styles.filter}>
        <SelectField
          label="Show"
          options={[
            { value: '', label: 'Everything' },
            ...timelineKinds.map((value) => ({ value, label: words[value] })),
          ]}
          value={kind ?? ''}
          onChange={(event) => show({ kind: event.target.value || undefined, before: undefined })}
        />
      </div>
      <Loaded query={query}>
        {({ entries, next }) => (
          <>
            {entries.length === 0 && <Empty>Nothing here.</Empty>}
            <ol className={styles.entries}>
              {entries.map(({ id, kind: of, at, title, detail, message, paymentId }) => (
                <li key={id}>
                  <AtTime at={at} />
                  <div>
                    <strong>
                      {paymentId === null ? (
                        title
                      ) : (
                        <Link to={`/payments/${encodeURIComponent(customerId)}/${paymentId}`}>{title}</Link>
                      )}
                    </strong>
                    {detail !== '' && <p>{of === 'payment' ? returnInWords(detail) : detail}</p>}
                    {message && <MessageActions customerId={customerId} title={title} message={message} />}
                  </div>
                </li>
              ))}
            </ol>
            <div className={styles.pages}>
              {search.before !== undefined && (
                <Button look="text" onClick={() => show({ before: undefined })}>
                  Newest
                </Button>
              )}
              {next !== null && (
                <Button look="text" onClick={() => show({ before: next })}>
                  Older
                </Button>
              )}
            </div>
          </>
        )}
      </Loaded>
    </Panel>
  );
}
