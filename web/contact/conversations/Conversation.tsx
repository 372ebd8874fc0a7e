import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { MAX_ENTRY_CHARACTERS } from '#common/contact/rules/conversation.ts';
import { callOnce } from '#web/data/call-once.ts';
import { fetched } from '#web/data/fetched.ts';
import { useAction } from '#web/data/use-action.ts';
import { AttachmentsField } from '#web/documents/AttachmentsField.tsx';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Form } from '#web/kit/Form.tsx';
import { FormField } from '#web/kit/FormField.tsx';
import { rulesResolver } from '#web/kit/rules-resolver.ts';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import { paths } from '#web/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { conversationQuery, markRead, refreshConversations, useMessageFiles, withFiles } from './conversations-data.ts';
import styles from './Conversations.module.css';
import { MessageAttachments } from './MessageAttachments.tsx';
import { SendRow } from './SendRow.tsx';
import { WrittenAt } from './WrittenAt.tsx';

/** The messages of both sides, and the form for an answer. */
export function Conversation({ conversationId }: { readonly conversationId: number }) {
  const conversation = fetched(useQuery(conversationQuery(conversationId)));
  const { label: loading } = useLabel('shell.loading');
  const hasNews = conversation.state === 'ready' && conversation.value.unread;
  useEffect(() => {
    if (hasNews) void markRead(conversationId);
  }, [hasNews, conversationId]);
  return (
    <>
      <ScreenLink to={paths.conversations}>
        <ControlName of="conversations.back" />
      </ScreenLink>
      {conversation.state === 'failed' ? (
        <SectionProblem of="conversations.loadError" busy={conversation.busy} onTryAgain={conversation.tryAgain} />
      ) : conversation.state === 'ready' ? (
        <Card as="section" padded>
          <h2>{conversation.value.subject}</h2>
          <ol className={styles.thread}>
            {conversation.value.entries.map(({ place, fromUs, text, at, attachments }) => (
              <li key={place} className={classNames(styles.entry, fromUs && styles.ours)}>
                <p className={styles.meta}>
                  <strong>
                    <Text of={fromUs ? 'conversations.us' : 'conversations.you'} />
                  </strong>{' '}
                  · <WrittenAt at={at} />
                </p>
                <p className={styles.words}>{text || <Text of="conversations.noWords" />}</p>
                <MessageAttachments attachments={attachments} />
              </li>
            ))}
          </ol>
          <Reply conversationId={conversationId} />
        </Card>
      ) : (
        <SpinnerView label={loading} />
      )}
    </>
  );
}

interface ReplyValues {
  readonly text: string;
}

function Reply({ conversationId }: { readonly conversationId: number }) {
  const form = useForm<ReplyValues>({
    defaultValues: { text: '' },
    resolver: rulesResolver<ReplyValues, ReplyValues, 'conversationError.messageRequired'>(({ text }) =>
      text.trim() === '' ? { text: 'conversationError.messageRequired' } : {},
    ),
  });
  const error = useFieldErrors(form.formState.errors);
  const { isOffered, attachments } = useMessageFiles();
  const attach = useLabel('conversations.attach');
  useUnsavedChanges(form.formState.isDirty || attachments.queue.length > 0);
  const sending = useAction(
    ({ text }: ReplyValues) =>
      withFiles(attachments, (fileIds) =>
        callOnce('POST /api/Conversations/Reply', { body: { conversationId, text, fileIds } }),
      ),
    {
      async onDone() {
        form.reset();
        attachments.clear();
        await refreshConversations();
      },
    },
  );
  return (
    <Form className={styles.form} onSubmit={form.handleSubmit(sending.run)}>
      <FormField
        use={TextAreaField}
        control={form.control}
        entry="text"
        label="conversations.reply"
        hint="conversations.messageHint"
        maxLength={MAX_ENTRY_CHARACTERS}
        error={error('text')}
      />
      {isOffered && <AttachmentsField {...attach} attachments={attachments} />}
      <SendRow sending={sending}>
        {sending.done && (
          <FocusedAlert tone="ok">
            <Text of="conversations.sent" />
          </FocusedAlert>
        )}
      </SendRow>
    </Form>
  );
}
