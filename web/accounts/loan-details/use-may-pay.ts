import type { LoanDetails, LoanStanding } from '#common/accounts/rules/loan-details.ts';
import { useOption } from '#web/institution/settings.ts';

/** Whether no payments are due anymore. */
export function hasEnded(standing: LoanStanding): standing is 'closed' | 'paidOff' | 'chargedOff' {
  return standing === 'closed' || standing === 'paidOff' || standing === 'chargedOff';
}

/** Whether a payment of this loan is offered here. */
export function useMayPay({ standing }: Pick<LoanDetails, 'standing'>): boolean {
  const hidden = useOption('loanDetailsOptions.hideMakePayment');
  const easyPayDisabled = useOption('depositOptions.disableEZPayOption');
  return !hasEnded(standing) && !hidden && !easyPayDisabled;
}

/** Returns the key of the form for customers who have trouble paying this loan; empty if there is none. */
export function useHelpForm({ standing }: Pick<LoanDetails, 'standing'>): string {
  const form = useOption('formOptions.helpWithPayments');
  return hasEnded(standing) ? '' : form;
}
