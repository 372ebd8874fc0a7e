import type { ReactNode } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './security.module.css';

/** A list of passkeys, sessions or devices. */
export function Entries({ children }: { readonly children: ReactNode }) {
  return <ul className={styles.entries}>{children}</ul>;
}

interface EntryProps {
  readonly name: ReactNode;
  readonly chip?: ReactNode;
  readonly facts: readonly { readonly term: TextKey; readonly value: ReactNode }[];
  /** Undefined for the current session. */
  readonly action?: { readonly name: TextKey; readonly spokenName: string; readonly onPress: () => void } | undefined;
  readonly children?: ReactNode;
}

export function Entry({ name, chip, facts, action, children }: EntryProps) {
  const text = useTexts();
  return (
    <li className={styles.entry}>
      <div className={styles.facts}>
        <div className={styles.name}>
          {name}
          {chip}
        </div>
        <div className={styles.meta}>
          {facts.map(({ term, value }) => (
            <span key={term}>
              {text(term)} {value}
            </span>
          ))}
        </div>
        {children}
      </div>
      {action && (
        <Button look="quiet" aria-label={action.spokenName} onClick={action.onPress}>
          <ControlName of={action.name} />
        </Button>
      )}
    </li>
  );
}

/** The result of the last action in a section. */
export function Done({ of }: { readonly of: TextKey | null }) {
  return (
    of && (
      <Alert tone="ok">
        <Text of={of} />
      </Alert>
    )
  );
}
