import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { PaymentTerms, PaymentType } from '#common/payments/rules/payment-types.ts';
import type { FrequencyPlan } from '../frequency-plan.ts';
import type { FrequencyValue } from '../payment-values.ts';

export interface FrequencyFieldsProps {
  readonly value: FrequencyValue;
  readonly frequency: FrequencyPlan;
  readonly terms: PaymentTerms;
  readonly settings: PaymentSettings;
  readonly type: PaymentType;
  /** The loan accepts cards, whatever the chosen method. */
  readonly mayPayByCard: boolean;
  /** The customer pressed Continue, so missing entries show errors. */
  readonly asked: boolean;
  readonly onChange: (value: FrequencyValue) => void;
}
