import type { TextKey } from '#common/contract/all-texts.ts';
import { type Path, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { securityCodeLength, validateCard } from '#common/payments/rules/card-rules.ts';
import { findCardBrand } from '#common/payments/rules/card-brands.ts';
import { Field } from '#web/kit/Field.tsx';
import { Form } from '#web/kit/Form.tsx';
import { rulesResolver } from '#web/kit/rules-resolver.ts';
import { Text } from '#web/kit/Text.tsx';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import { MaskedTextField } from '#web/ui/MaskedTextField.tsx';
import type { CardBrand } from '#common/payments/rules/payment-types.ts';
import { CardHolderFields, CardNameFields } from './CardHolderFields.tsx';
import {
  cardFromValues,
  cardNumberMask,
  type CardValues,
  digitsOf,
  emptyCard,
  expirationMask,
  securityCodeMask,
} from './card-values.ts';
import styles from './new-method.module.css';
import type { NewMethodFormProps } from './new-method-form.ts';

const brandTexts = {
  visa: 'payMethod.brandVisa',
  amex: 'payMethod.brandAmex',
  master: 'payMethod.brandMaster',
  discover: 'payMethod.brandDiscover',
} as const satisfies Record<CardBrand, TextKey>;

/** A form for a new card (P 5). Number and code exist only in this form and its result. */
export function CardForm({ id, settings, today, onContinue, children }: NewMethodFormProps) {
  const { control, formState, getValues, handleSubmit, register, setValue } = useForm<CardValues>({
    mode: 'onTouched',
    defaultValues: emptyCard,
    resolver: rulesResolver((values: CardValues) => validateCard(cardFromValues(values), settings, today)),
  });
  const error = useFieldErrors(formState.errors);

  return (
    <Form
      id={id}
      className={styles.form}
      autoComplete="on"
      onSubmit={handleSubmit((values) => onContinue({ type: 'Card', card: cardFromValues(values) }))}
    >
      <CardNameFields register={register} error={error} />
      <CardNumberFields control={control} getValues={getValues} register={register} setValue={setValue} error={error} />
      <CardHolderFields control={control} register={register} error={error} settings={settings} />
      <div className={styles.wide}>{children(formState.isValid)}</div>
    </Form>
  );
}

type NumberFieldsProps = Pick<UseFormReturn<CardValues>, 'control' | 'getValues' | 'register' | 'setValue'> & {
  readonly error: (name: Path<CardValues>) => string | undefined;
};

/** A component like the fields around it, because the first wrong field that was rendered takes the focus. */
function CardNumberFields({ control, getValues, register, setValue, error }: NumberFieldsProps) {
  const cardNumber = useWatch({ control, name: 'cardNumber' });

  /** A code longer than the card's belongs to another card; truncating it would make a wrong one. */
  function forgetLongCode() {
    const { cardNumber: typed, securityCode } = getValues();
    if (securityCode.length > securityCodeLength(findCardBrand(digitsOf(typed)))) setValue('securityCode', '');
  }

  return (
    <>
      <div className={styles.wide}>
        <Field
          use={MaskedTextField}
          label="cardForm.cardNumber"
          mask={cardNumberMask}
          inputMode="numeric"
          autoComplete="cc-number"
          aside={<BrandName cardNumber={cardNumber} />}
          error={error('cardNumber')}
          {...register('cardNumber', { deps: 'securityCode', onChange: forgetLongCode })}
        />
      </div>
      <Field
        use={MaskedTextField}
        label="cardForm.expiration"
        mask={expirationMask}
        inputMode="numeric"
        autoComplete="cc-exp"
        error={error('expiration')}
        {...register('expiration')}
      />
      <Field
        use={MaskedTextField}
        label="cardForm.securityCode"
        mask={securityCodeMask(cardNumber)}
        inputMode="numeric"
        autoComplete="cc-csc"
        error={error('securityCode')}
        {...register('securityCode')}
      />
    </>
  );
}

/** The brand as soon as it is known, announced while typing. */
function BrandName({ cardNumber }: { readonly cardNumber: string }) {
  const brand = findCardBrand(digitsOf(cardNumber));
  return <output>{brand && <Text of={brandTexts[brand]} />}</output>;
}
