import { shownAccountNumber } from '#common/accounts/rules/account.ts';
import { useOption } from '#web/institution/settings.ts';

/** How this institution shows an account number (P 3). */
export function useAccountNumber(): (number: string) => string {
  const removeCheckDigit = useOption('globalOptions.removeCheckDigitFromAccountNumber');
  return (number) => shownAccountNumber(number, removeCheckDigit);
}
