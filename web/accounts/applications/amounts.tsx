import type { Application } from '#common/accounts/application-list.wire.ts';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';

interface AmountProps {
  readonly application: Application;
}

export function AmountRequested({ application: { amountRequestedCents: amount } }: AmountProps) {
  return amount === null ? <Text of="applicationDetails.notStated" /> : <Money cents={amount} />;
}

export function AmountApproved({ application: { amountApprovedCents: amount } }: AmountProps) {
  return amount === null ? <Text of="applicationDetails.none" /> : <Money cents={amount} />;
}
