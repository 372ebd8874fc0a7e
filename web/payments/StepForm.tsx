import type { ReactNode } from 'react';
import { Form } from '#web/kit/Form.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './StepForm.module.css';

interface StepFormProps {
  /** Goes on, or shows what is missing. */
  readonly onSubmit: () => void;
  /** Nothing the person enters here can make it right. */
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** The questions of a step and its Continue. */
export function StepForm({ onSubmit, disabled, children }: StepFormProps) {
  return (
    <Form className={styles.form} onSubmit={onSubmit}>
      {children}
      <div>
        <Button type="submit" disabled={disabled}>
          <ControlName of="payment.continue" />
        </Button>
      </div>
    </Form>
  );
}
