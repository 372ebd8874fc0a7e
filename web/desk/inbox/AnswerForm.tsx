import { useEffect, useState } from 'react';
import { MAX_ENTRY_CHARACTERS, type TurnAfterAnswer } from '#common/contact/rules/conversation.ts';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { Panel } from '#web/desk/kit/DeskPage.tsx';
import { RadioEntry, TextAreaEntry } from '#web/desk/kit/EntryFields.tsx';
import { Problem } from '#web/desk/kit/Problem.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { Form } from '#web/kit/Form.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { RadioCard } from '#web/ui/RadioCards.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { AnswerFiles } from './AnswerFiles.tsx';
import styles from './Conversation.module.css';
import type { Conversation } from './conversation.ts';
import { useAnswerFiles } from './use-answer-files.ts';

const turns: readonly RadioCard<TurnAfterAnswer>[] = [
  { value: 'customer', label: "The customer's turn", hint: 'Waits for the customer' },
  { value: 'us', label: 'Our turn', hint: 'Stays in To answer' },
  { value: 'done', label: 'Done', hint: 'Closes it' },
];

interface Entries {
  readonly text: string;
  readonly next: TurnAfterAnswer;
}

/** Writes an answer, or a note for colleagues. `r` goes to it. */
export function AnswerForm({ conversation }: { readonly conversation: Conversation }) {
  const { customerId, conversationId, lastEntryId, templates, answersBy, maxAttachments } = conversation;
  const answer = useDeskAction('POST /api/desk/inbox/answer');
  const note = useDeskAction('POST /api/desk/inbox/note');
  const { form, control } = useEntries<Entries>({ text: '', next: 'customer' }, ({ text }) => ({
    text: text.trim() === '' ? 'Write something first.' : undefined,
  }));

  const named = {
    conversationId,
    ...(customerId === null ? {} : { customerId }),
  };
  const attached = useAnswerFiles({ customerId: customerId ?? '', conversationId, maxAttachments });
  const emptied = { onSuccess: () => form.reset() };
  const answered = {
    onSuccess() {
      form.reset();
      attached.clear();
    },
  };
  const toMessage = () => form.setFocus('text');
  useReplyKey(toMessage);
  const send = form.handleSubmit(({ text, next }) => {
    const documentIds = attached.ready();
    if (documentIds) answer.mutate({ body: { ...named, text, documentIds, lastEntryId, next } }, answered);
  }, toMessage);
  const keep = form.handleSubmit(({ text }) => note.mutate({ body: { ...named, text } }, emptied), toMessage);
  const busy = answer.isPending || note.isPending;

  return (
    <Panel title="Answer">
      <Form className={styles.answer} onSubmit={send}>
        {templates.length > 0 && (
          <Templates
            templates={templates}
            onInsert={({ text }) => {
              const written = form.getValues('text').trimEnd();
              form.setValue('text', written === '' ? text : `${written}\n\n${text}`);
              toMessage();
            }}
          />
        )}
        <TextAreaEntry
          control={control}
          entry="text"
          label="Message"
          hint={hintOf(conversation)}
          rows={8}
          maxLength={MAX_ENTRY_CHARACTERS}
        />
        {maxAttachments > 0 && (
          <AnswerFiles {...attached} max={maxAttachments} hint="They go with an answer, not with a note." />
        )}
        {answersBy !== 'nowhere' && (
          <RadioEntry control={control} entry="next" label="Once this answer is sent, it is" cards={turns} />
        )}
        <Problem error={answer.error ?? note.error} />
        <div className={styles.buttons}>
          {answersBy !== 'nowhere' && (
            <Button type="submit" busy={answer.isPending} disabled={busy}>
              Answer
            </Button>
          )}
          <Button look="quiet" disabled={busy} onClick={(event) => void keep(event)}>
            Keep as note
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

interface TemplatesProps {
  readonly templates: Conversation['templates'];
  readonly onInsert: (template: Conversation['templates'][number]) => void;
}

/** A choice alone inserts nothing: by keyboard, arrow keys pass every text on the way. */
function Templates({ templates, onInsert }: TemplatesProps) {
  const [title, setTitle] = useState('');
  const template = templates.find((one) => one.title === title);
  return (
    <div className={styles.templates}>
      <SelectField
        label="Start from"
        placeholder="Your own words"
        options={templates.map((one) => ({ value: one.title, label: one.title }))}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Button
        look="quiet"
        disabled={!template}
        onClick={() => {
          if (template) onInsert(template);
          setTitle('');
        }}
      >
        Insert text
      </Button>
    </div>
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
