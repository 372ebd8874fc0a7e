import { type Path, useForm, useWatch } from 'react-hook-form';
import { validateBankAccount } from '#common/payments/rules/ach-rules.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import { rulesResolver } from '#web/kit/rules-resolver.ts';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import { bankAccountFromValues, type BankAccountValues, emptyBankAccount } from './bank-account-values.ts';
import { digitsOf } from './card-values.ts';
import type { NewMethodFormProps } from './new-method-form.ts';
import { useBank } from './use-bank.ts';

/** The entries of a new bank account with their rules, and the bank that the routing number names. */
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

  /** A number that loses all but its digits when it is left (P 5). */
  function registerNumber(name: Path<BankAccountValues>, repeatedIn?: Path<BankAccountValues>) {
    return register(name, {
      // What is typed again is judged anew with it, once somebody has been there.
      ...(repeatedIn !== undefined && formState.touchedFields[repeatedIn] ? { deps: repeatedIn } : {}),
      onBlur: (event: { target: HTMLInputElement }) =>
        setValue(name, digitsOf(event.target.value), { shouldValidate: true }),
    });
  }

  /** The bank has the last word on its number, also when it is still being looked up. */
  async function proceed(values: BankAccountValues) {
    const { bank: found, problem } = await bank.confirm();
    if (problem) setError('routingNumber', { type: 'bank', message: problem });
    else await onContinue({ type: 'ACH', account: bankAccountFromValues(values), bankName: found?.name ?? '' });
  }

  return {
    bank,
    errorOf,
    // A look-up that failed is done again by Continue.
    isValid: formState.isValid && bank.problem !== 'achError.routingNumberInvalid',
    register,
    registerNumber,
    submit: handleSubmit(proceed),
  };
}
