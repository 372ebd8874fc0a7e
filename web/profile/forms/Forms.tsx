import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { SentForm } from '#common/profile/forms.api.ts';
import { fetched } from '#web/data/fetched.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { lazily } from '#web/kit/lazily.tsx';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Section } from '#web/kit/Section.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useToldOnce } from '#web/kit/use-told-once.ts';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { type FormsAndRequests, formsQuery } from './forms-data.ts';
import styles from './Forms.module.css';
import { AtInstant, SentRequest, stateTones } from './SentRequest.tsx';

const NewRequest = lazily(async () => (await import('./NewRequest.tsx')).NewRequest);

/** Requests that the customer sends with forms of the institution, and its answers. */
export function Forms() {
  const isOffered = useOption('formOptions.useForms');
  return (
    <div className={styles.screen}>
      <div>
        <PageHeading of="requests.heading" />
        <p className={styles.intro}>
          <Text of="requests.intro" />
        </p>
      </div>
      {isOffered ? (
        <Loaded />
      ) : (
        <Alert tone="info">
          <Text of="requests.notOffered" />
        </Alert>
      )}
    </div>
  );
}

function Loaded() {
  const { shown, accountNumber }: { readonly shown?: string; readonly accountNumber?: string } = useParams({
    strict: false,
  });
  const known = fetched(useQuery(formsQuery));
  const { label: loading } = useLabel('shell.loading');
  const sent = useToldOnce(shown ?? '');
  if (known.state === 'failed') {
    return <SectionProblem of="requests.loadError" busy={known.busy} onTryAgain={known.tryAgain} />;
  }
  if (known.state !== 'ready') return <SpinnerView label={loading} />;
  const { forms, requests } = known.value;
  if (shown === undefined) return <FormList {...known.value} />;
  const request = requests.find(({ requestId }) => String(requestId) === shown);
  const form = forms.find(({ key }) => key === shown);
  return (
    <>
      <ScreenLink to={paths.requests}>
        <ControlName of="requests.back" />
      </ScreenLink>
      {request ? (
        <SentRequest key={shown} request={request} justSent={sent.isTold} />
      ) : form ? (
        <NewRequest
          key={shown}
          form={form}
          accountNumber={accountNumber}
          onSent={(requestId) => sent.tellIn(String(requestId))}
        />
      ) : (
        <Alert tone="info">
          <Text of="requests.notFound" />
        </Alert>
      )}
    </>
  );
}

function FormList({ forms, requests }: FormsAndRequests) {
  return (
    <>
      <Section heading="requests.sentHeading">
        {requests.length === 0 ? (
          <p className={styles.none}>
            <Text of="requests.none" />
          </p>
        ) : (
          <ul className={styles.list}>
            {requests.map((request) => (
              <RequestRow key={request.requestId} request={request} />
            ))}
          </ul>
        )}
      </Section>
      {forms.length > 0 && (
        <Section heading="requests.newHeading">
          <ul className={styles.list}>
            {forms.map(({ key, title, introduction }) => (
              <li key={key}>
                <ScreenLink to={`${paths.requests}/${key}`} className={styles.subject}>
                  {title}
                </ScreenLink>
                <span className={styles.meta}>{introduction}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function RequestRow({ request: { requestId, title, state, unread, sentAt } }: { readonly request: SentForm }) {
  return (
    <li>
      <ScreenLink to={`${paths.requests}/${requestId}`} className={styles.subject}>
        {title}
      </ScreenLink>
      <span className={styles.chips}>
        {unread && (
          <Chip tone="ok">
            <Text of="requests.unread" />
          </Chip>
        )}
        <Chip tone={stateTones[state]}>
          <Text of={`requests.${state}`} />
        </Chip>
      </span>
      <span className={styles.meta}>
        <Text of="requests.sentOn" with={{ time: <AtInstant at={sentAt} /> }} />
      </span>
    </li>
  );
}
