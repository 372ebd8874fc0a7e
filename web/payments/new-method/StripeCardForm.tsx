import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { plainName } from '#common/core/plain-name.ts';
import { type CardErrorKey, validateCardHolder } from '#common/payments/rules/card-rules.ts';
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
import type { BillingDetails, StripeFieldName } from './load-stripe.ts';
import styles from './new-method.module.css';
import type { NewMethodFormProps } from './new-method-form.ts';
import { StripeField } from './StripeField.tsx';
import { fieldError, type StripeFieldErrors, stripeFieldNames } from './stripe-errors.ts';
import { type StripeAnswer, takeStripeCard } from './take-stripe-card.ts';
import { useStripeFields } from './use-stripe-fields.ts';

const problemTexts = {
  refused: 'cardFields.refused',
  notConfirmed: 'cardFields.notConfirmed',
  failed: 'cardFields.failed',
} as const;

type Confirming = Extract<StripeAnswer, { kind: 'confirm' }>;

/** A form for a new card of which Stripe's own fields take number, expiration and code. */
export function StripeCardForm({ id, settings, onContinue, children }: NewMethodFormProps) {
  const fields = useStripeFields(useOption('paymentOptions.stripePublishableKey'));
  const [problem, setProblem] = useState<keyof typeof problemTexts | null>(null);
  const [told, setTold] = useState<StripeFieldErrors>({});
  const [confirming, setConfirming] = useState<Confirming | null>(null);
  const [tried, setTried] = useState(false);
  const { control, formState, getValues, handleSubmit, register } = useForm<CardValues>({
    mode: 'onTouched',
    defaultValues: emptyCard,
    resolver: rulesResolver((values: CardValues) => validateCardHolder(cardFromValues(values), settings)),
  });
  const error = useFieldErrors(formState.errors);

  const wrongWith = (name: StripeFieldName): CardErrorKey | undefined =>
    told[name] ?? fieldError(name, fields.changes[name], settings.cardBrands);
  const shown = (name: StripeFieldName) => (tried || fields.left.has(name) ? wrongWith(name) : told[name]);
  const focusWrong = (wrong: (name: StripeFieldName) => unknown) => {
    const first = stripeFieldNames.find(wrong);
    if (first) fields.focus(first);
    return first !== undefined;
  };

  async function take(answer: StripeAnswer) {
    setConfirming(answer.kind === 'confirm' ? answer : null);
    switch (answer.kind) {
      case 'card':
        await onContinue({ type: 'Card', tokenized: { ...answer.card, debitCredit: getValues('debitCredit') } });
        break;
      case 'field':
        setTold({ [answer.name]: answer.error });
        fields.focus(answer.name);
        break;
      case 'refused':
      case 'notConfirmed':
      case 'failed':
        setProblem(answer.kind);
        break;
      case 'confirm':
    }
  }

  async function submit(values: CardValues) {
    setProblem(null);
    setTold({});
    setTried(true);
    const stripe = fields.stripe();
    const isWrong = (name: StripeFieldName) => fieldError(name, fields.changes[name], settings.cardBrands);
    if (!stripe || focusWrong(isWrong)) return;
    await take(await takeStripeCard(stripe, billingOf(values)));
  }

  /** The portal's own fields take the focus first; Stripe's then only say what is wrong. */
  const onSubmit = handleSubmit(submit, () => setTried(true));

  return (
    <Form id={id} className={styles.form} autoComplete="on" onSubmit={onSubmit}>
      <CardNameFields register={register} error={error} />
      {fields.state === 'late' ? (
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
      ) : (
        <>
          <div className={styles.wide}>
            <StripeField name="cardNumber" label="cardForm.cardNumber" fields={fields} error={shown('cardNumber')} />
          </div>
          <StripeField name="cardExpiry" label="cardForm.expiration" fields={fields} error={shown('cardExpiry')} />
          <StripeField name="cardCvc" label="cardForm.securityCode" fields={fields} error={shown('cardCvc')} />
        </>
      )}
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
          url={confirming.url}
          intro={<Text of="cardConfirmation.cardText" />}
          onReturn={() => void confirming.finish().then(take)}
          onClose={() => setConfirming(null)}
          actions={
            <Button look="quiet" onClick={() => setConfirming(null)}>
              <ControlName of="cardConfirmation.cardCancel" />
            </Button>
          }
        />
      )}
    </Form>
  );
}

function billingOf({ firstName, lastName, zipCode, address1, address2, city, state }: CardValues): BillingDetails {
  const address = { line1: address1, line2: address2, city, state };
  const given = Object.fromEntries(Object.entries(address).filter(([, value]) => value !== ''));
  return {
    name: `${plainName(firstName)} ${plainName(lastName)}`,
    address: { postal_code: zipCode.trim(), ...given },
  };
}
