import { type Path, useForm, useWatch } from 'react-hook-form';
import { validateBankAccount } from '#common/payments/rules/ach-rules.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import { rulesResolver } from '#web/kit/rules-resolver.ts';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import { digitsOf } from './card-values.ts';
import type { NewMethodFormProps } from './new-method-form.ts';
import { useBank } from './use-bank.ts';
import type { BankAccountEntry } from '#common/payments/rules/payment-types.ts';

/** The form's values; non-digits in numbers are removed on blur. */
type BankAccountValues = { -readonly [Field in keyof BankAccountEntry]: BankAccountEntry[Field] };

export const emptyBankAccount: BankAccountValues = {
  ownerName: '',
  routingNumber: '',
  accountNumber: '',
  confirmAccountNumber: '',
  accountType: 'Checking',
};

export function useBankAccountForm(settings: PaymentSettings, onContinue: NewMethodFormProps['onContinue']) {
  const { control, formState, handleSubmit, register, setError, setValue } = useForm<BankAccountValues>({
    mode: 'onTouched',
    defaultValues: emptyBankAccount,
    resolver: rulesResolver((values: BankAccountValues) =>
      validateBankAccount(bankAccountFromValues(values), settings),
    ),
  });
  const errorOf = useFieldErrors(formState.errors);
  const bank = useBank(digitsOf(useWatch({ control, name: 'routingNumber' })));

  /** Removes non-digits on blur (P 5). */
  function registerNumber(name: Path<BankAccountValues>, repeatedIn?: Path<BankAccountValues>) {
    return register(name, {
      // Validates the repeated field together with this one, once it was touched.
      ...(repeatedIn !== undefined && formState.touchedFields[repeatedIn] ? { deps: repeatedIn } : {}),
      onBlur: (event: { target: HTMLInputElement }) =>
        setValue(name, digitsOf(event.target.value), { shouldValidate: true }),
    });
  }

  /** The bank lookup decides about its number, also if it is still running. */
  async function proceed(values: BankAccountValues) {
    const { bank: found, problem } = await bank.confirm();
    if (problem) setError('routingNumber', { type: 'bank', message: problem });
    else await onContinue({ type: 'ACH', account: bankAccountFromValues(values), bankName: found?.name ?? '' });
  }

  return {
    bank,
    errorOf,
    // Continue retries a failed lookup.
    isValid: formState.isValid && bank.problem !== 'achError.routingNumberInvalid',
    register,
    registerNumber,
    submit: handleSubmit(proceed),
  };
}

export function bankAccountFromValues(values: BankAccountValues): BankAccountEntry {
  return {
    ...values,
    routingNumber: digitsOf(values.routingNumber),
    accountNumber: digitsOf(values.accountNumber),
    confirmAccountNumber: digitsOf(values.confirmAccountNumber),
  };
}
