import { listBankAccountTypes } from '#common/payments/rules/bank-account-types.ts';
import { useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { Form } from '#web/kit/Form.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { BankBlock } from './BankBlock.tsx';
import styles from './new-method.module.css';
import type { NewMethodFormProps } from './new-method-form.ts';
import { useBankAccountForm } from './use-bank-account-form.ts';

/** A form for a new bank account (P 5), with the bank of its routing number. */
export function BankAccountForm({ id, settings, onContinue, children }: NewMethodFormProps) {
  const { bank, errorOf, isValid, register, registerNumber, submit } = useBankAccountForm(settings, onContinue);
  const text = useTexts();
  const bankError = bank.problem && (text(bank.problem) ?? '');
  const accountTypes = listBankAccountTypes(settings);

  return (
    <Form id={id} className={styles.form} onSubmit={submit}>
      <div className={styles.wide}>
        <Field
          use={TextField}
          label="achForm.ownerName"
          autoComplete="name"
          maxLength={100}
          error={errorOf('ownerName')}
          {...register('ownerName')}
        />
      </div>
      <div className={styles.wide}>
        <Field
          use={TextField}
          label="achForm.routingNumber"
          inputMode="numeric"
          autoComplete="off"
          error={errorOf('routingNumber') ?? bankError}
          {...registerNumber('routingNumber')}
        />
        <BankBlock lookup={bank} />
      </div>
      <Field
        use={TextField}
        label="achForm.accountNumber"
        inputMode="numeric"
        autoComplete="off"
        error={errorOf('accountNumber')}
        {...registerNumber('accountNumber', 'confirmAccountNumber')}
      />
      {!settings.confirmAccountNumberHidden && (
        <Field
          use={TextField}
          label="achForm.confirmAccountNumber"
          inputMode="numeric"
          autoComplete="off"
          error={errorOf('confirmAccountNumber')}
          {...registerNumber('confirmAccountNumber')}
        />
      )}
      <Field
        use={SelectField}
        label="achForm.accountType"
        disabled={accountTypes.length === 1}
        options={accountTypes.map((type) => ({
          value: type,
          label: text(type === 'Checking' ? 'achForm.checking' : 'achForm.savings') ?? type,
        }))}
        {...register('accountType')}
      />
      <div className={styles.wide}>{children(isValid)}</div>
    </Form>
  );
}
