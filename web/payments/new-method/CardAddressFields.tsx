import type { Path, UseFormRegister } from 'react-hook-form';
import { useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { stateOptions } from '#web/kit/state-options.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { CardValues } from './card-values.ts';
import styles from './new-method.module.css';

interface CardAddressFieldsProps {
  readonly register: UseFormRegister<CardValues>;
  readonly error: (name: Path<CardValues>) => string | undefined;
}

/** The billing address, where the institution requires all of it. */
export function CardAddressFields({ register, error }: CardAddressFieldsProps) {
  const text = useTexts();
  return (
    <>
      <div className={styles.wide}>
        <Field
          use={TextField}
          label="cardForm.address1"
          autoComplete="address-line1"
          maxLength={100}
          error={error('address1')}
          {...register('address1')}
        />
      </div>
      <div className={styles.wide}>
        <Field
          use={TextField}
          label="cardForm.address2"
          autoComplete="address-line2"
          maxLength={100}
          error={error('address2')}
          {...register('address2')}
        />
      </div>
      <Field
        use={TextField}
        label="cardForm.city"
        autoComplete="address-level2"
        maxLength={100}
        error={error('city')}
        {...register('city')}
      />
      <Field
        use={SelectField}
        label="cardForm.state"
        autoComplete="address-level1"
        options={stateOptions}
        placeholder={text('cardForm.chooseState') ?? ''}
        error={error('state')}
        {...register('state')}
      />
    </>
  );
}
