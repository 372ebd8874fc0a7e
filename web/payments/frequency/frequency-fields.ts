import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { PaymentTerms, PaymentType } from '#common/payments/rules/payment-types.ts';
import type { FrequencyPlan } from '../frequency-plan.ts';
import type { FrequencyValue } from '../payment-values.ts';

/** What the questions of a frequency have in common. */
export interface FrequencyFieldsProps {
  readonly value: FrequencyValue;
  readonly frequency: FrequencyPlan;
  readonly terms: PaymentTerms;
  readonly settings: PaymentSettings;
  readonly type: PaymentType;
  /** The loan takes cards, whatever the chosen method can do. */
  readonly mayPayByCard: boolean;
  /** Continue was pressed: what is missing shows. */
  readonly asked: boolean;
  readonly onChange: (value: FrequencyValue) => void;
}
