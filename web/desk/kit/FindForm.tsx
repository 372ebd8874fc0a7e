import { useLocation, useNavigate } from '@tanstack/react-router';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './FindForm.module.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The searched text. Not in the address, which browsers and proxies store: it may be part of an SSN. */
    readonly find?: string;
  }
}

interface FindFormProps {
  readonly label: string;
  readonly find: string;
  readonly to: '/customers' | '/inbox' | '/payments';
}

/** The text of the search on this page, also after Back and a reload. */
export function useFind(): string {
  return useLocation({ select: ({ state }) => state.find ?? '' });
}

export function FindForm({ label, find, to }: FindFormProps) {
  const navigate = useNavigate();
  return (
    <form
      key={find}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const text = new FormData(event.currentTarget).get('find');
        void navigate({ to, state: { find: typeof text === 'string' ? text.trim() : '' } });
      }}
    >
      <TextField label={label} name="find" type="search" autoComplete="off" defaultValue={find} />
      <Button type="submit">Find</Button>
    </form>
  );
}
