import type { LoanFlag } from '#common/accounts/rules/loan-details.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';

/** Security and maintenance use the texts of payments (M 8). */
const flagTexts: Readonly<Record<LoanFlag, TextKey>> = {
  NightError: 'paymentError.nightlyMaintenance',
  LoanLockedPayoff: 'loanFlag.lockedForPayoff',
  Dispute: 'loanFlag.dispute',
  NoPaymentOnline: 'paymentError.onlinePaymentsNotAllowed',
  NoAchPayment: 'paymentError.onlineAchNotAllowed',
};

/** Notices shown when the loan opens (C-028). */
export function LoanFlags({ flags }: { readonly flags: readonly LoanFlag[] }) {
  return flags.map((flag) => (
    <Alert key={flag} tone="warn">
      <Text of={flagTexts[flag]} />
    </Alert>
  ));
}
