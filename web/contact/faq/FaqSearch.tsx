import { useRef } from 'react';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './Faq.module.css';

interface FaqSearchProps {
  readonly typed: string;
  /** The number of matching answers; null while too little is typed. */
  readonly found: number | null;
  readonly all: number;
  readonly onType: (typed: string) => void;
}

export function FaqSearch({ typed, found, all, onType }: FaqSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <search className={styles.search}>
      <Field
        use={TextField}
        label="faq.search"
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      <div className={styles.found}>
        <output>
          {found !== null &&
            (found === 0 ? (
              <Text of="faq.foundNothing" with={{ search: typed.trim() }} />
            ) : (
              <Text of="faq.found" with={{ count: String(found), total: String(all), search: typed.trim() }} />
            ))}
        </output>
        {typed !== '' && (
          <Button
            look="text"
            onClick={() => {
              onType('');
              field.current?.focus();
            }}
          >
            <ControlName of="faq.clearSearch" />
          </Button>
        )}
      </div>
    </search>
  );
}
