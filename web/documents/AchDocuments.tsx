import { queryOptions, useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useOpening } from '#web/kit/use-opening.ts';
import { formatTimestamp } from '#common/core/dates.ts';
import { fetched } from '#web/data/fetched.ts';
import { useInstitutionTimeZone, useLabel } from '#web/institution/settings.ts';
import { openInNewTab } from '#web/kit/open-in-new-tab.ts';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useAccountNumber } from '#web/kit/use-account-number.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import styles from './document-screens.module.css';
import { call } from '#web/data/client.ts';
import { bodyOf } from '#web/data/query-client.ts';
import { OpensInNewTab } from '#web/kit/OpensInNewTab.tsx';

/** Recurring bank draft agreements. Reloaded on each visit, since one may have been added. */
const achDocumentsQuery = queryOptions({
  queryKey: ['achDocuments'],
  queryFn: async ({ signal }) => bodyOf(await call('GET /api/AchDraftAgreement/GetACHDrafts', { signal })).List,
  staleTime: 0,
});

/** Signed authorizations of recurring bank drafts (M 2). */
export function AchDocuments() {
  const agreements = fetched(useQuery(achDocumentsQuery));
  const loading = useLabel('achDocuments.loading');
  return (
    <div className={styles.screen}>
      <div>
        <PageHeading of="achDocuments.heading" />
        <p className={styles.quiet}>
          <Text of="achDocuments.info" />
        </p>
      </div>
      <Card padded>
        {agreements.state === 'failed' ? (
          <SectionProblem of="achDocuments.error" busy={agreements.busy} onTryAgain={agreements.tryAgain} />
        ) : agreements.state !== 'ready' ? (
          <SpinnerView label={loading.label} size={35} />
        ) : agreements.value.length === 0 ? (
          <p>
            <Text of="achDocuments.empty" />
          </p>
        ) : (
          <Agreements agreements={agreements.value} />
        )}
      </Card>
    </div>
  );
}

interface Agreement {
  readonly Id: string;
  readonly LoanAccountNumber: string;
  readonly CreationDate: string;
  readonly Status: 'Current' | 'Superseded' | 'Ended';
}

function Agreements({ agreements }: { readonly agreements: readonly Agreement[] }) {
  const label = useLabel('achDocuments.list');
  const timeZone = useInstitutionTimeZone();
  const accountNumber = useAccountNumber();
  const opening = useOpening<string>();
  const view = (id: string) => opening.run(id, () => openInNewTab(() => achDocumentAddress(id)));
  return (
    <div className={styles.agreements}>
      {opening.failed && (
        <Alert tone="bad">
          <Text of="achDocuments.error" />
        </Alert>
      )}
      <ul aria-label={label.label}>
        {agreements.map(({ Id, LoanAccountNumber, CreationDate, Status }) => (
          <li key={Id} className={styles.agreement}>
            <Button look="name" busy={opening.item === Id} onClick={() => void view(Id)}>
              <FileText size={18} aria-hidden="true" />
              <span>
                <Text of="achDocuments.item" with={{ loan: accountNumber(LoanAccountNumber) }} />
                <OpensInNewTab />
              </span>
            </Button>
            <time dateTime={CreationDate} className={styles.quiet}>
              {formatTimestamp(Temporal.Instant.from(CreationDate), timeZone)}
            </time>
            {Status !== 'Current' && (
              <span className={styles.quiet}>
                <Text of={Status === 'Superseded' ? 'achDocuments.superseded' : 'achDocuments.ended'} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

async function achDocumentAddress(id: string): Promise<string | null> {
  const query = { action: 'achDraft', object: id } as const;
  const result = await call('GET /api/PassableToken/GetPassableToken', { query });
  if (result.kind !== 'answer') return null;
  const search = new URLSearchParams({ token: result.body.PassableToken, guid: id });
  return `/api/AchDraftAgreement/RenderACHDraftAgreement?${search.toString()}`;
}
