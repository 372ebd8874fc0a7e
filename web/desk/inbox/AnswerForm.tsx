import { useEffect, useRef, useState } from 'react';
import { MAX_ENTRY_CHARACTERS } from '#common/contact/rules/conversation.ts';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { Panel } from '#web/desk/kit/DeskPage.tsx';
import { problemOf } from '#web/desk/kit/problem-words.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import styles from './Conversation.module.css';
import type { Conversation } from './conversation.ts';

/** Writes an answer, or a note for colleagues. `r` goes to it. */
export function AnswerForm({ conversation }: { readonly conversation: Conversation }) {
  const { conversationId, lastEntryId, templates, answersBy } = conversation;
  const answer = useDeskAction('POST /api/desk/inbox/answer');
  const note = useDeskAction('POST /api/desk/inbox/note');
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useReplyKey(() => field.current?.focus());

  const named = {
    conversationId,
    ...(conversation.customerId === null ? {} : { customerId: conversation.customerId }),
  };
  const written = (send: () => void) => {
    setMissing(text.trim() === '');
    if (text.trim() !== '') send();
  };
  const send = (closes: boolean) =>
    written(() => answer.mutate({ body: { ...named, text, lastEntryId, closes } }, { onSuccess: () => setText('') }));
  const keep = () => written(() => note.mutate({ body: { ...named, text } }, { onSuccess: () => setText('') }));
  const error = answer.error ?? note.error;
  const busy = answer.isPending || note.isPending;

  return (
    <Panel title="Answer">
      <form
        className={styles.answer}
        onSubmit={(event) => {
          event.preventDefault();
          send(false);
        }}
      >
        {templates.length > 0 && (
          <SelectField
            label="Start from"
            placeholder="Your own words"
            options={templates.map(({ title }) => ({ value: title, label: title }))}
            value=""
            onChange={(event) => {
              const template = templates.find(({ title }) => title === event.target.value);
              if (template) setText(text.trim() === '' ? template.text : `${text.trimEnd()}\n\n${template.text}`);
              field.current?.focus();
            }}
          />
        )}
        <TextAreaField
          label="Message"
          hint={hintOf(conversation)}
          rows={8}
          maxLength={MAX_ENTRY_CHARACTERS}
          ref={field}
          value={text}
          error={missing ? 'Write something first.' : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        {error && <Alert tone="bad">{problemOf(error)}</Alert>}
        <div className={styles.buttons}>
          {answersBy !== 'nowhere' && (
            <>
              <Button type="submit" busy={answer.isPending} disabled={busy}>
                Answer
              </Button>
              <Button look="quiet" disabled={busy} onClick={() => send(true)}>
                Answer and close
              </Button>
            </>
          )}
          <Button look="quiet" disabled={busy} onClick={keep}>
            Keep as note
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function hintOf({ answersBy, maskedEmail }: Conversation): string {
  if (answersBy === 'portal') return 'The customer reads it after signing in. An email says only that there is one.';
  if (answersBy === 'nowhere') return 'There is no address to answer to. You can keep a note.';
  return `Goes by email to ${maskedEmail}. Write nothing private: others may read it.`;
}

function useReplyKey(reply: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'r' || event.metaKey || event.ctrlKey || event.altKey) return;
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
      if (isTyping) return;
      event.preventDefault();
      reply();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
