import { shownAccountNumber } from '#common/rules/accounts/account.ts';
import { useOption } from '#web/data/settings.ts';

/** How this institution shows an account number (P 3). */
export function useAccountNumber(): (number: string) => string {
  const removeCheckDigit = useOption('globalOptions.removeCheckDigitFromAccountNumber');
  return (number) => shownAccountNumber(number, removeCheckDigit);
}
