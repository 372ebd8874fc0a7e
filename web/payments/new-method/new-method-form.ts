import type { ReactNode } from 'react';
import type { Day } from '#common/core/dates.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { NewMethod } from './take-new-method.ts';

export interface NewMethodFormProps {
  /** Lets a button outside the form submit it. */
  readonly id: string;
  readonly settings: PaymentSettings;
  readonly today: Day;
  readonly onContinue: (method: NewMethod) => Promise<void>;
  /** Rendered below the fields with their validity. */
  readonly children: (valid: boolean) => ReactNode;
}
