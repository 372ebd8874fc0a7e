import { useEffect, useRef, useState } from 'react';
import { Field } from '#web/kit/Field.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './AccountList.module.css';

/** Browsers limit how often a page may change its address. */
const PAUSE_MS = 250;

interface AccountSearchProps {
  readonly wanted: string;
  readonly onSearch: (wanted: string) => void;
}

/** Looks for an account by name or number, in all lists. */
export function AccountSearch({ wanted, onSearch }: AccountSearchProps) {
  const [typed, setTyped] = useState(wanted);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function type(text: string) {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(text), PAUSE_MS);
  }
  return (
    <search className={styles.search}>
      <Field
        use={TextField}
        label="accountLists.find"
        hint="accountLists.findHint"
        type="search"
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
    </search>
  );
}
