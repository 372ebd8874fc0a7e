import { type Control, type Path, useController, type UseFormRegister } from 'react-hook-form';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { DebitCredit } from '#common/payments/rules/payment-types.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { RadioCards, type RadioCardsProps } from '#web/ui/RadioCards.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { CardAddressFields } from './CardAddressFields.tsx';
import type { CardValues } from './card-values.ts';
import styles from './new-method.module.css';

interface HolderFieldsProps {
  readonly control: Control<CardValues>;
  readonly register: UseFormRegister<CardValues>;
  readonly error: (name: Path<CardValues>) => string | undefined;
  readonly settings: PaymentSettings;
}

export function CardNameFields({ register, error }: Pick<HolderFieldsProps, 'register' | 'error'>) {
  return (
    <>
      <Field
        use={TextField}
        label="cardForm.firstName"
        autoComplete="cc-given-name"
        maxLength={100}
        error={error('firstName')}
        {...register('firstName')}
      />
      <Field
        use={TextField}
        label="cardForm.lastName"
        autoComplete="cc-family-name"
        maxLength={100}
        error={error('lastName')}
        {...register('lastName')}
      />
    </>
  );
}

/** Debit or credit, and the billing address as far as the institution wants it. */
export function CardHolderFields({ control, register, error, settings }: HolderFieldsProps) {
  return (
    <>
      {!settings.debitOnly && <DebitCreditField control={control} />}
      {settings.fullCardAddressRequired && <CardAddressFields register={register} error={error} />}
      <Field
        use={TextField}
        label="cardForm.zipCode"
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={5}
        error={error('zipCode')}
        {...register('zipCode')}
      />
    </>
  );
}

/** Debit or credit, which determines the fee. */
function DebitCreditField({ control }: { readonly control: Control<CardValues> }) {
  const { field } = useController({ control, name: 'debitCredit' });
  return (
    <div className={styles.wide}>
      <Field<RadioCardsProps<DebitCredit>>
        use={RadioCards}
        label="cardForm.kind"
        cards={[
          { value: 'DebitCard', label: <ControlName of="cardForm.debit" /> },
          { value: 'CreditCard', label: <ControlName of="cardForm.credit" /> },
        ]}
        value={field.value}
        onChange={field.onChange}
      />
    </div>
  );
}
