import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { SentForm } from '#common/profile/forms.api.ts';
import { fetched } from '#web/data/fetched.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { lazily } from '#web/kit/lazily.tsx';
import { LinkList, LinkListScreen, LinkRow } from '#web/kit/LinkList.tsx';
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
    <LinkListScreen heading="requests.heading" intro="requests.intro">
      {isOffered ? (
        <Loaded />
      ) : (
        <Alert tone="info">
          <Text of="requests.notOffered" />
        </Alert>
      )}
    </LinkListScreen>
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
          <LinkList>
            {requests.map((request) => (
              <RequestRow key={request.requestId} request={request} />
            ))}
          </LinkList>
        )}
      </Section>
      {forms.length > 0 && (
        <Section heading="requests.newHeading">
          <LinkList>
            {forms.map(({ key, title, introduction }) => (
              <LinkRow key={key} to={`${paths.requests}/${key}`} title={title}>
                {introduction}
              </LinkRow>
            ))}
          </LinkList>
        </Section>
      )}
    </>
  );
}

function RequestRow({ request: { requestId, title, state, unread, sentAt } }: { readonly request: SentForm }) {
  const chips = (
    <>
      {unread && (
        <Chip tone="ok">
          <Text of="requests.unread" />
        </Chip>
      )}
      <Chip tone={stateTones[state]}>
        <Text of={`requests.${state}`} />
      </Chip>
    </>
  );
  return (
    <LinkRow to={`${paths.requests}/${requestId}`} title={title} chips={chips}>
      <Text of="requests.sentOn" with={{ time: <AtInstant at={sentAt} /> }} />
    </LinkRow>
  );
}
