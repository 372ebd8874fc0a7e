import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { controlClass, describedBy, FieldFrame, type FieldNames, useFieldIds } from './FieldFrame.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './PasswordField.module.css';

export interface PasswordFieldProps extends FieldNames, Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'> {
  readonly revealLabel: string;
}

export function PasswordField({ label, labelHidden, hint, error, aside, revealLabel, ...input }: PasswordFieldProps) {
  const ids = useFieldIds();
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame ids={ids} label={label} labelHidden={labelHidden} hint={hint} error={error} aside={aside}>
      <div className={styles.box}>
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...describedBy(ids, { hint, error })}
          type={shown ? 'text' : 'password'}
          id={ids.controlId}
          className={controlClass}
        />
        <span className={styles.reveal}>
          <IconButton
            label={revealLabel}
            aria-pressed={shown}
            aria-controls={ids.controlId}
            onClick={() => setShown(!shown)}
            icon={shown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
          />
        </span>
      </div>
    </FieldFrame>
  );
}
