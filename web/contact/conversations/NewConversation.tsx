import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { MAX_ENTRY_CHARACTERS, MAX_SUBJECT_CHARACTERS } from '#common/contact/rules/conversation.ts';
import { collectErrors } from '#common/core/field-errors.ts';
import { callOnce } from '#web/data/call-once.ts';
import { useAction } from '#web/data/use-action.ts';
import { AttachmentsField } from '#web/documents/AttachmentsField.tsx';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Form } from '#web/kit/Form.tsx';
import { FormField } from '#web/kit/FormField.tsx';
import { rulesResolver } from '#web/kit/rules-resolver.ts';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import { paths } from '#web/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { refreshConversations, useMessageFiles, withFiles } from './conversations-data.ts';
import styles from './Conversations.module.css';
import { SendRow } from './SendRow.tsx';

interface Values {
  readonly topic: string;
  readonly subject: string;
  readonly text: string;
}

type ErrorKey = `conversationError.${'topic' | 'subject' | 'message'}Required`;

function missing(text: string, key: ErrorKey): ErrorKey | undefined {
  return text.trim() === '' ? key : undefined;
}

/** Writes to the institution; what it is about comes from the institution's list. */
export function NewConversation({ onSent }: { readonly onSent: () => void }) {
  const topics = useOption('messageOptions.topics');
  const { label: choose } = useLabel('conversations.chooseTopic');
  const navigate = useNavigate();
  const form = useForm<Values>({
    defaultValues: { topic: '', subject: '', text: '' },
    resolver: rulesResolver<Values, Values, ErrorKey>(({ topic, subject, text }) =>
      collectErrors<Values, ErrorKey>({
        topic: missing(topic, 'conversationError.topicRequired'),
        subject: missing(subject, 'conversationError.subjectRequired'),
        text: missing(text, 'conversationError.messageRequired'),
      }),
    ),
  });
  const error = useFieldErrors(form.formState.errors);
  const { isOffered, attachments } = useMessageFiles();
  const attach = useLabel('conversations.attach');
  useUnsavedChanges(form.formState.isDirty || attachments.queue.length > 0);
  const begin = (values: Values) =>
    withFiles(attachments, (fileIds) => callOnce('POST /api/Conversations/Begin', { body: { ...values, fileIds } }));
  const sending = useAction(begin, {
    async onDone() {
      form.reset();
      attachments.clear();
      await refreshConversations();
      onSent();
      await navigate({ to: paths.conversations, ignoreBlocker: true });
    },
  });
  return (
    <>
      <ScreenLink to={paths.conversations}>
        <ControlName of="conversations.back" />
      </ScreenLink>
      <Card padded>
        <Form className={styles.form} onSubmit={form.handleSubmit(sending.run)}>
          <FormField
            use={SelectField}
            control={form.control}
            entry="topic"
            label="conversations.topic"
            placeholder={choose}
            options={topics.map((topic) => ({ value: topic, label: topic }))}
            error={error('topic')}
          />
          <FormField
            use={TextField}
            control={form.control}
            entry="subject"
            label="conversations.subject"
            maxLength={MAX_SUBJECT_CHARACTERS}
            autoComplete="off"
            error={error('subject')}
          />
          <FormField
            use={TextAreaField}
            control={form.control}
            entry="text"
            label="conversations.message"
            hint="conversations.messageHint"
            maxLength={MAX_ENTRY_CHARACTERS}
            error={error('text')}
          />
          {isOffered && <AttachmentsField {...attach} attachments={attachments} />}
          <SendRow sending={sending} />
        </Form>
      </Card>
    </>
  );
}
