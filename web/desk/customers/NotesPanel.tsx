import { Button } from '#web/ui/Button.tsx';
import { Form } from '#web/kit/Form.tsx';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { Panel } from '#web/desk/kit/DeskPage.tsx';
import { TextAreaEntry } from '#web/desk/kit/EntryFields.tsx';
import { Problem } from '#web/desk/kit/Problem.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import styles from './CustomerPage.module.css';

interface NotesPanelProps {
  readonly customerId: string;
  readonly notes: DeskAnswer<'GET /api/desk/customer'>['notes'];
}

/** Notes for colleagues. Customers never see them. */
export function NotesPanel({ customerId, notes }: NotesPanelProps) {
  const add = useDeskAction('POST /api/desk/customer/note');
  const { form, control } = useEntries({ text: '' });
  const save = form.handleSubmit(({ text }) => {
    if (text.trim() !== '') add.mutate({ body: { customerId, text } }, { onSuccess: () => form.reset() });
  });
  return (
    <Panel title={`Notes (${notes.length})`}>
      <Form className={styles.note} onSubmit={save}>
        <TextAreaEntry control={control} entry="text" label="New note" rows={2} maxLength={2_000} />
        <Problem error={add.error} />
        <Button type="submit" look="quiet" busy={add.isPending}>
          Add note
        </Button>
      </Form>
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
