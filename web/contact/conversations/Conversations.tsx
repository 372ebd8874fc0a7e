import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ConversationSummary } from '#common/contact/conversations.api.ts';
import { fetched } from '#web/data/fetched.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { LinkList, LinkListScreen, LinkRow } from '#web/kit/LinkList.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useToldOnce } from '#web/kit/use-told-once.ts';
import { conversationPath, paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { Conversation } from './Conversation.tsx';
import { conversationsQuery } from './conversations-data.ts';
import styles from './Conversations.module.css';
import { NewConversation } from './NewConversation.tsx';
import { WrittenAt } from './WrittenAt.tsx';

/** The view without a message to show or write. */
const LIST = 'list';

/** The customer's messages to the institution and its answers. */
export function Conversations() {
  const isOffered = useOption('messageOptions.secureMessages');
  const { shown }: { readonly shown?: string } = useParams({ strict: false });
  const sent = useToldOnce(shown ?? LIST);
  return (
    <LinkListScreen heading="conversations.heading" intro="conversations.intro">
      {!isOffered ? (
        <Alert tone="info">
          <Text of="conversations.notOffered" />
        </Alert>
      ) : shown === 'new' ? (
        <NewConversation onSent={() => sent.tellIn(LIST)} />
      ) : shown === undefined ? (
        <ConversationList sent={sent.isTold} />
      ) : (
        <Conversation key={shown} conversationId={Number(shown)} />
      )}
    </LinkListScreen>
  );
}

function ConversationList({ sent }: { readonly sent: boolean }) {
  const closesForm = useOption('globalOptions.hideContactUsOption');
  const takesRequests = useOption('formOptions.useForms');
  const conversations = fetched(useQuery(conversationsQuery));
  const { label: loading } = useLabel('shell.loading');
  return (
    <>
      {sent && (
        <FocusedAlert tone="ok">
          <Text of="conversations.sent" />
        </FocusedAlert>
      )}
      <div className={styles.actions}>
        <ScreenLink to={conversationPath('new')} look="primary">
          <ControlName of="conversations.write" />
        </ScreenLink>
        {takesRequests && (
          <ScreenLink to={paths.requests} look="quiet">
            <ControlName of="requests.link" />
          </ScreenLink>
        )}
        {!closesForm && (
          <ScreenLink to={paths.messages} look="quiet">
            <ControlName of="conversations.feedback" />
          </ScreenLink>
        )}
      </div>
      {conversations.state === 'failed' ? (
        <SectionProblem of="conversations.loadError" busy={conversations.busy} onTryAgain={conversations.tryAgain} />
      ) : conversations.state === 'ready' ? (
        <Rows conversations={conversations.value} />
      ) : (
        <SpinnerView label={loading} />
      )}
    </>
  );
}

function Rows({ conversations }: { readonly conversations: readonly ConversationSummary[] }) {
  if (conversations.length === 0) {
    return (
      <Card padded>
        <Text of="conversations.none" />
      </Card>
    );
  }
  return (
    <Card>
      <LinkList>
        {conversations.map((conversation) => (
          <ConversationRow key={conversation.conversationId} conversation={conversation} />
        ))}
      </LinkList>
    </Card>
  );
}

function ConversationRow({ conversation }: { readonly conversation: ConversationSummary }) {
  const { conversationId, subject, topic, closed, unread, changedAt } = conversation;
  const chip = unread ? (
    <Chip tone="ok">
      <Text of="conversations.unread" />
    </Chip>
  ) : closed ? (
    <Chip tone="plain">
      <Text of="conversations.closed" />
    </Chip>
  ) : undefined;
  return (
    <LinkRow to={conversationPath(conversationId)} title={subject} chips={chip}>
      {topic !== '' && `${topic} · `}
      <WrittenAt at={changedAt} />
    </LinkRow>
  );
}
