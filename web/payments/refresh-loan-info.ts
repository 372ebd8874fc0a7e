import { queryClient } from '#web/data/query-client.ts';

/** Of the loan info, which screens without the payment rules only refresh. */
export const loanInfoKey = (accountNumber: string) => ['payments', 'loanInfo', accountNumber] as const;

/** Reloads terms and handle after an attempt or a change of the default method. */
export async function refreshLoanInfo(accountNumber: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: loanInfoKey(accountNumber) });
}
