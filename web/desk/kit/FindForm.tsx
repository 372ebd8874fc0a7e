import { useNavigate } from '@tanstack/react-router';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './FindForm.module.css';

interface FindFormProps {
  readonly label: string;
  readonly find: string;
  readonly to: '/customers' | '/payments';
}

/** A search whose text is in the address, so Back returns to the list. */
export function FindForm({ label, find, to }: FindFormProps) {
  const navigate = useNavigate();
  return (
    <form
      key={find}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const text = new FormData(event.currentTarget).get('find');
        void navigate({ to, search: { find: typeof text === 'string' ? text.trim() : '' } });
      }}
    >
      <TextField label={label} name="find" type="search" autoComplete="off" defaultValue={find} />
      <Button type="submit">Find</Button>
    </form>
  );
}
