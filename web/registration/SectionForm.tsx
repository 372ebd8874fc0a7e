import type { ReactNode } from 'react';
import type { TextKey, TextValues } from '#common/contract/all-texts.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Form, type FormProps } from '#web/kit/Form.tsx';
import { Text } from '#web/kit/Text.tsx';
import { TroubleReference } from '#web/kit/TroubleReference.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './Register.module.css';
import type { Registration } from './use-registration.ts';

interface SectionFormProps {
  readonly registration: Registration;
  readonly onSubmit: FormProps['onSubmit'];
  readonly submitText?: TextKey;
  readonly busyText?: TextKey;
  /** Returns the limits that a problem names. */
  readonly valuesOf?: (problem: TextKey) => TextValues<TextKey>;
  readonly children: ReactNode;
}

/** A section's frame: problems, fields, and the buttons to continue, go back and leave (A 2.8). */
export function SectionForm(props: SectionFormProps) {
  const { registration, onSubmit, submitText = 'register.continue', busyText, valuesOf, children } = props;
  const { busy, problems, help, goBack, leave } = registration;
  return (
    <Form className={styles.form} onSubmit={onSubmit}>
      {problems.length > 0 && (
        <FocusedAlert key={problems.join(' ')}>
          <ul className={styles.problems}>
            {problems.map((problem) => (
              <li key={problem}>
                <Text of={problem} with={valuesOf?.(problem)} />
              </li>
            ))}
          </ul>
          {help && (
            <>
              <p>
                <Text of="register.questions" />
              </p>
              <TroubleReference reference={help.reference} />
            </>
          )}
        </FocusedAlert>
      )}
      {children}
      <div className={styles.actions}>
        <Button look="text" onClick={() => void leave()}>
          <ControlName of="register.cancel" />
        </Button>
        <Button look="quiet" disabled={busy} onClick={() => void goBack()}>
          <ControlName of="register.goBack" />
        </Button>
        <Button type="submit" busy={busy}>
          <ControlName of={busy ? (busyText ?? submitText) : submitText} />
        </Button>
      </div>
    </Form>
  );
}
