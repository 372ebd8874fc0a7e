import type { TextKey } from '#common/contract/all-texts.ts';
import type { CardErrorKey } from '#common/payments/rules/card-rules.ts';
import { useLabel, useText } from '#web/institution/settings.ts';
import { controlClass, FieldFrame, useFieldIds } from '#web/ui/FieldFrame.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { StripeFieldName } from './load-stripe.ts';
import styles from './new-method.module.css';
import type { StripeFields } from './use-stripe-fields.ts';

interface StripeFieldProps {
  readonly name: StripeFieldName;
  readonly label: TextKey;
  readonly fields: StripeFields;
  readonly error: CardErrorKey | undefined;
}

/** The place of a field of Stripe, with our label and error. Stripe focuses its field when the label is pressed. */
export function StripeField({ name, label, fields, error }: StripeFieldProps) {
  const ids = useFieldIds();
  const names = useLabel(label);
  const words = useText(error ?? 'cardError.numberInvalid');
  const { place, focused } = fields;
  return (
    <FieldFrame ids={ids} label={names.label} labelHidden={names.labelHidden} error={error ? words : null}>
      <div
        ref={place(name)}
        id={ids.controlId}
        className={classNames(controlClass, styles.stripe)}
        data-focused={focused === name}
        data-invalid={error !== undefined}
      />
    </FieldFrame>
  );
}
