import type { TextKey } from '#common/contract/all-texts.ts';
import type { CardErrorKey } from '#common/payments/rules/card-rules.ts';
import { useLabel, useText } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
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

interface StripeFieldRowsProps {
  readonly fields: StripeFields;
  readonly errorOf: (name: StripeFieldName) => CardErrorKey | undefined;
}

/** Stripe's fields, or why they are missing and another try. */
export function StripeFieldRows({ fields, errorOf }: StripeFieldRowsProps) {
  if (fields.state === 'late') {
    return (
      <div className={styles.wide}>
        <Alert
          tone="bad"
          action={
            <Button look="quiet" onClick={fields.reload}>
              <ControlName of="cardFields.again" />
            </Button>
          }
        >
          <Text of="cardFields.unavailable" />
        </Alert>
      </div>
    );
  }
  return (
    <>
      <div className={styles.wide}>
        <StripeField name="cardNumber" label="cardForm.cardNumber" fields={fields} error={errorOf('cardNumber')} />
      </div>
      <StripeField name="cardExpiry" label="cardForm.expiration" fields={fields} error={errorOf('cardExpiry')} />
      <StripeField name="cardCvc" label="cardForm.securityCode" fields={fields} error={errorOf('cardCvc')} />
    </>
  );
}

/** The place of a field of Stripe, with our label and error. Stripe focuses its field when the label is pressed. */
function StripeField({ name, label, fields, error }: StripeFieldProps) {
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
