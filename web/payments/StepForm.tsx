import type { ReactNode } from 'react';
import { Form, type FormProps } from '#web/kit/Form.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { PaymentFacts } from './payment-facts.ts';
import { StepBar } from './StepBar.tsx';
import styles from './StepForm.module.css';

interface StepFormProps {
  /** Continues, or shows what is missing. */
  readonly onSubmit: FormProps['onSubmit'];
  /** No entry here can fix the problem. */
  readonly disabled?: boolean;
  readonly facts: PaymentFacts;
  readonly children: ReactNode;
}

/** A step's questions with a Continue button. */
export function StepForm({ onSubmit, disabled, facts, children }: StepFormProps) {
  return (
    <Form className={styles.form} onSubmit={onSubmit}>
      {children}
      <StepBar facts={facts}>
        <Button type="submit" disabled={disabled}>
          <ControlName of="payment.continue" />
        </Button>
      </StepBar>
    </Form>
  );
}
