import { useForm } from 'react-hook-form';
import { validateCardHolder } from '#common/payments/rules/card-rules.ts';
import { useOption } from '#web/institution/settings.ts';
import { BankPageDialog } from '#web/kit/BankPageDialog.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Form } from '#web/kit/Form.tsx';
import { rulesResolver } from '#web/kit/rules-resolver.ts';
import { Text } from '#web/kit/Text.tsx';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CardHolderFields, CardNameFields } from './CardHolderFields.tsx';
import { cardFromValues, type CardValues, emptyCard } from './card-values.ts';
import styles from './new-method.module.css';
import type { NewMethodFormProps } from './new-method-form.ts';
import { StripeFieldRows } from './StripeField.tsx';
import { useStripeCard } from './use-stripe-card.ts';
import { useStripeFields } from './use-stripe-fields.ts';

const problemTexts = {
  refused: 'cardFields.refused',
  notConfirmed: 'cardFields.notConfirmed',
  failed: 'cardFields.failed',
} as const;

/** A form for a new card of which Stripe's own fields take number, expiration and code. */
export function StripeCardForm({ id, settings, onContinue, children }: NewMethodFormProps) {
  const fields = useStripeFields(useOption('paymentOptions.stripePublishableKey'));
  const { control, formState, getValues, handleSubmit, register } = useForm<CardValues>({
    mode: 'onTouched',
    defaultValues: emptyCard,
    resolver: rulesResolver((values: CardValues) => validateCardHolder(cardFromValues(values), settings)),
  });
  const error = useFieldErrors(formState.errors);
  const { problem, confirming, errorOf, submit, showAll } = useStripeCard(fields, settings, (card) =>
    onContinue({ type: 'Card', tokenized: { ...card, debitCredit: getValues('debitCredit') } }),
  );

  return (
    <Form id={id} className={styles.form} autoComplete="on" onSubmit={handleSubmit(submit, showAll)}>
      <CardNameFields register={register} error={error} />
      <StripeFieldRows fields={fields} errorOf={errorOf} />
      <CardHolderFields control={control} register={register} error={error} settings={settings} />
      <div className={styles.wide}>
        {problem && (
          <Alert tone="bad">
            <Text of={problemTexts[problem]} />
          </Alert>
        )}
        {children(formState.isValid)}
      </div>
      {confirming && (
        <BankPageDialog
          {...confirming}
          intro={<Text of="cardConfirmation.cardText" />}
          actions={
            <Button look="quiet" onClick={confirming.onClose}>
              <ControlName of="cardConfirmation.cardCancel" />
            </Button>
          }
        />
      )}
    </Form>
  );
}
