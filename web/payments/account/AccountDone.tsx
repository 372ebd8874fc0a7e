import { DayText } from '#web/kit/DayText.tsx';
import { Money } from '#web/kit/Money.tsx';
import { NoBreak } from '#web/kit/NoBreak.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useAccountNumber } from '#web/kit/use-account-number.ts';
import { DoneLine } from '../DoneLine.tsx';
import type { PaymentFacts } from '../payment-facts.ts';

export function AccountDone({ facts: { account } }: { readonly facts: PaymentFacts }) {
  const shownNumber = useAccountNumber();
  if (!account) return null;
  const due = <Money cents={account.amountDueCents} />;
  return (
    <DoneLine
      title={
        <>
          {account.description} <NoBreak>{shownNumber(account.number)}</NoBreak>
        </>
      }
      detail={
        account.dueOn === null ? (
          <Text of="payAccount.doneWithoutDueDate" with={{ amount: due }} />
        ) : (
          <Text of="payAccount.done" with={{ amount: due, date: <DayText day={account.dueOn} /> }} />
        )
      }
    />
  );
}
