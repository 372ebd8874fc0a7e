import { useNavigate } from '@tanstack/react-router';
import { MAX_ENTRY_CHARACTERS, MAX_SUBJECT_CHARACTERS } from '#common/contact/rules/conversation.ts';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { SelectEntry, TextAreaEntry, TextEntry } from '#web/desk/kit/EntryFields.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { AnswerFiles } from './AnswerFiles.tsx';
import { conversationPath } from './conversation.ts';
import { useAnswerFiles } from './use-answer-files.ts';

interface WriteFirstDialogProps {
  readonly customerId: string;
  readonly topics: readonly string[];
  readonly maxAttachments: number;
  readonly onClose: () => void;
}

/** Begins a conversation with a customer, who reads and answers it in the portal. */
export function WriteFirstDialog({ customerId, topics, maxAttachments, onClose }: WriteFirstDialogProps) {
  const begin = useDeskAction('POST /api/desk/inbox/begin');
  const navigate = useNavigate();
  const { form, control, entries } = useEntries({ topic: '', subject: '', text: '' }, ({ topic, subject, text }) => ({
    topic: topic === '' ? 'Choose a topic.' : undefined,
    subject: subject.trim() === '' ? 'Write a subject.' : undefined,
    text: text.trim() === '' ? 'Write something first.' : undefined,
  }));
  const attached = useAnswerFiles({ customerId, maxAttachments });

  return (
    <ActionDialog
      title="Write a message"
      what="The customer reads and answers it in the portal."
      told="The customer gets an email that says only that there is a message."
      confirmLabel="Send"
      form={form}
      obstacle={attached.obstacle}
      onClose={onClose}
      onConfirm={async (reason) => {
        const { topic, subject, text } = entries;
        const body = { customerId, topic, subject, text, documentIds: attached.documentIds, reason };
        const { conversationId } = await begin.mutateAsync({ body });
        await navigate({ to: conversationPath({ customerId, conversationId }) });
      }}
    >
      <SelectEntry
        control={control}
        entry="topic"
        label="Topic"
        placeholder="Choose"
        options={topics.map((topic) => ({ value: topic, label: topic }))}
        required
        first
      />
      <TextEntry control={control} entry="subject" label="Subject" maxLength={MAX_SUBJECT_CHARACTERS} required />
      <TextAreaEntry
        control={control}
        entry="text"
        label="Message"
        rows={6}
        maxLength={MAX_ENTRY_CHARACTERS}
        required
      />
      {maxAttachments > 0 && <AnswerFiles {...attached} max={maxAttachments} />}
    </ActionDialog>
  );
}
