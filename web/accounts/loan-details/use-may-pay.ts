import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import { useOption } from '#web/institution/settings.ts';

/** Whether a payment of this loan is offered here. */
export function useMayPay({ standing }: Pick<LoanDetails, 'standing'>): boolean {
  const hidden = useOption('loanDetailsOptions.hideMakePayment');
  const easyPayDisabled = useOption('depositOptions.disableEZPayOption');
  return standing !== 'closed' && standing !== 'paidOff' && !hidden && !easyPayDisabled;
}
