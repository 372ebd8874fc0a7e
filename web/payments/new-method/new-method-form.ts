import type { ReactNode } from 'react';
import type { Day } from '#common/core/dates.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { NewMethod } from './take-new-method.ts';

/** What the card form and the bank account form have in common. */
export interface NewMethodFormProps {
  /** For the button that submits it from outside. */
  readonly id: string;
  readonly settings: PaymentSettings;
  readonly today: Day;
  readonly onContinue: (method: NewMethod) => Promise<void>;
  /** Stands below the fields; knows whether they are valid. */
  readonly children: (valid: boolean) => ReactNode;
}
