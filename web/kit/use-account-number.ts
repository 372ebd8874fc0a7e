import { shownAccountNumber } from '#common/accounts/rules/account.ts';
import { useOption } from '#web/institution/settings.ts';

/** Returns a function that formats account numbers as the institution shows them (P 3). */
export function useAccountNumber(): (number: string) => string {
  const removeCheckDigit = useOption('globalOptions.removeCheckDigitFromAccountNumber');
  return (number) => shownAccountNumber(number, removeCheckDigit);
}
