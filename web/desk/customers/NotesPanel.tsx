import { type SyntheticEvent, useState } from 'react';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { Panel } from '#web/desk/kit/DeskPage.tsx';
import { problemOf } from '#web/desk/kit/problem-words.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import styles from './CustomerPage.module.css';

interface NotesPanelProps {
  readonly customerId: string;
  readonly notes: DeskAnswer<'GET /api/desk/customer'>['notes'];
}

/** Notes for colleagues. Customers never see them. */
export function NotesPanel({ customerId, notes }: NotesPanelProps) {
  const add = useDeskAction('POST /api/desk/customer/note');
  const [text, setText] = useState('');
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    add.mutate({ body: { customerId, text } }, { onSuccess: () => setText('') });
  };
  return (
    <Panel title={`Notes (${notes.length})`}>
      <form className={styles.note} onSubmit={save}>
        <TextAreaField
          label="New note"
          rows={2}
          maxLength={2_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {add.error && <Alert tone="bad">{problemOf(add.error)}</Alert>}
        <Button type="submit" look="quiet" busy={add.isPending}>
          Add note
        </Button>
      </form>
      <ul className={styles.list}>
        {notes.map(({ noteId, by, at, text: written }) => (
          <li key={noteId}>
            <p>{written}</p>
            <p className={styles.quiet}>
              {by}, <AtTime at={at} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
