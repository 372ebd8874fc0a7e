import type { TextKey } from '#common/contract/all-texts.ts';
import { formatDay } from '#common/core/dates.ts';
import type { PreviewedPayment } from '#common/payments/payment-preview.wire.ts';
import { Text } from '#web/kit/Text.tsx';
import { useMethodName } from '#web/payments/method/use-method-name.ts';
import { DrawnAmount } from '#web/payments/summary/DrawnAmount.tsx';
import { Stoppable } from './PromiseLines.tsx';
import type { ReadyPayment } from './ready-payment.ts';
import { RecurrenceLine } from './RecurrenceLine.tsx';

const cardSentences = {
  totalDue: 'submitDialog.totalDue',
  today: 'submitDialog.today',
  recurring: 'submitDialog.recurring',
  onDay: 'submitDialog.onDay',
} as const satisfies Record<string, TextKey>;

/** A draft posts to the loan before the bank takes it. */
const bankSentences = {
  totalDue: 'submitDialog.bankTotalDue',
  today: 'submitDialog.bankToday',
  recurring: 'submitDialog.bankRecurring',
  onDay: 'submitDialog.bankOnDay',
} as const satisfies Record<keyof typeof cardSentences, TextKey>;

interface PromiseSentenceProps {
  readonly promise: PreviewedPayment;
  readonly payment: ReadyPayment;
}

/** Says which amount leaves which account on which day, and until when it can be stopped. */
export function PromiseSentence({ promise, payment }: PromiseSentenceProps) {
  const methodName = useMethodName()(payment.paying.name);
  const { timing } = payment.frequency;
  const total = <DrawnAmount key="total" payment={promise} inSentence />;
  const { drawnOn, bankTakesOn } = promise;
  const isToday = drawnOn === payment.loan.terms.today;
  const when = promise.paysTotalDue ? 'totalDue' : isToday ? 'today' : timing === 'recurring' ? 'recurring' : 'onDay';
  const values = { amount: total, method: methodName, date: formatDay(drawnOn) };
  return (
    <>
      <p>
        {bankTakesOn === null ? (
          <Text of={cardSentences[when]} with={values} />
        ) : (
          <Text of={bankSentences[when]} with={{ ...values, bankDate: formatDay(bankTakesOn) }} />
        )}{' '}
        <Stoppable promise={promise} timing={timing} />
      </p>
      {promise.effects.includes('PrincipalOnly') && (
        <p>
          <Text of="promise.principalOnly" />
        </p>
      )}
      <RecurrenceLine payment={payment} />
    </>
  );
}
