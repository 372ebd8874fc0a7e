import { useState } from 'react';
import { useDeskAction, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { SelectEntry } from '#web/desk/kit/EntryFields.tsx';
import { Problem } from '#web/desk/kit/Problem.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './Conversation.module.css';
import type { Conversation } from './conversation.ts';

type Asked = 'assign' | 'sort' | 'close' | 'reopen';

/** Who works on it, what it is about, and whether it is done. */
export function ConversationActions({ conversation }: { readonly conversation: Conversation }) {
  const { staffId } = useSession();
  const [asked, setAsked] = useState<Asked>();
  const assign = useDeskAction('POST /api/desk/inbox/assign');
  const named = namesOf(conversation);
  return (
    <>
      <div className={styles.buttons}>
        {conversation.assignedToId !== staffId && (
          <Button
            look="quiet"
            busy={assign.isPending}
            onClick={() => assign.mutate({ body: { ...named, staffId, reason: 'Takes the message' } })}
          >
            Take
          </Button>
        )}
        <Button look="quiet" onClick={() => setAsked('assign')}>
          Assign
        </Button>
        <Button look="quiet" onClick={() => setAsked('sort')}>
          Change topic
        </Button>
        {conversation.state === 'closed' ? (
          <Button look="quiet" onClick={() => setAsked('reopen')}>
            Open again
          </Button>
        ) : (
          <Button look="quiet" onClick={() => setAsked('close')}>
            Close
          </Button>
        )}
      </div>
      <Problem error={assign.error} />
      {asked === 'assign' && <AssignDialog conversation={conversation} onClose={() => setAsked(undefined)} />}
      {asked === 'sort' && <TopicDialog conversation={conversation} onClose={() => setAsked(undefined)} />}
      {(asked === 'close' || asked === 'reopen') && (
        <StateDialog conversation={conversation} asked={asked} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

function namesOf({ conversationId, customerId }: Conversation) {
  return { conversationId, ...(customerId === null ? {} : { customerId }) };
}

interface DialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

function AssignDialog({ conversation, onClose }: DialogProps) {
  const assign = useDeskAction('POST /api/desk/inbox/assign');
  const { control, entries } = useEntries({ to: String(conversation.assignedToId ?? '') });
  const staffId = entries.to === '' ? null : Number(entries.to);
  return (
    <ActionDialog
      title="Assign"
      what="The conversation is in that person's list. Everyone else can still answer."
      confirmLabel="Assign"
      onClose={onClose}
      onConfirm={(reason) => assign.mutateAsync({ body: { ...namesOf(conversation), staffId, reason } })}
    >
      <SelectEntry
        control={control}
        entry="to"
        first
        label="To"
        options={[
          { value: '', label: 'Unassigned' },
          ...conversation.colleagues.map(({ staffId, name }) => ({ value: String(staffId), label: name })),
        ]}
      />
    </ActionDialog>
  );
}

function TopicDialog({ conversation, onClose }: DialogProps) {
  const sort = useDeskAction('POST /api/desk/inbox/sort');
  const { control, entries } = useEntries({ topic: conversation.topic });
  return (
    <ActionDialog
      title="Change topic"
      what="The conversation is listed under this topic. The customer sees the topic."
      confirmLabel="Change"
      onClose={onClose}
      onConfirm={(reason) => sort.mutateAsync({ body: { ...namesOf(conversation), ...entries, reason } })}
    >
      <SelectEntry
        control={control}
        entry="topic"
        first
        label="Topic"
        options={[{ value: '', label: 'None' }, ...conversation.topics.map((value) => ({ value, label: value }))]}
      />
    </ActionDialog>
  );
}

function StateDialog({ conversation, asked, onClose }: DialogProps & { readonly asked: 'close' | 'reopen' }) {
  const close = useDeskAction('POST /api/desk/inbox/close');
  const reopen = useDeskAction('POST /api/desk/inbox/reopen');
  const words = {
    close: {
      title: 'Close',
      what: 'No answer is needed anymore. The next message from the customer opens it again.',
    },
    reopen: { title: 'Open again', what: 'The conversation is listed as open until someone answers or closes it.' },
  }[asked];
  const change = asked === 'close' ? close : reopen;
  return (
    <ActionDialog
      title={words.title}
      what={words.what}
      told="The customer is not told."
      confirmLabel={words.title}
      onClose={onClose}
      onConfirm={(reason) => change.mutateAsync({ body: { ...namesOf(conversation), reason } })}
    />
  );
}
