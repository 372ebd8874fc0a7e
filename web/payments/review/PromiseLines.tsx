import type { PreviewedPayment, ScheduleEffect } from '#common/payments/payment-preview.wire.ts';
import { formatDay } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { PaymentTiming } from '#common/payments/rules/payment-types.ts';
import { CustomerService } from '#web/kit/CustomerService.tsx';
import { DayText } from '#web/kit/DayText.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { type Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { breakdownLines } from '#web/payments/summary/TotalLines.tsx';
import styles from './review.module.css';

const effectTexts = {
  RecurringEnds: 'promise.recurringEnds',
  RecurringNextMovesOn: 'promise.recurringNextMovesOn',
  ScheduledPaysTheRest: 'promise.scheduledPaysTheRest',
  ScheduledEnds: 'promise.scheduledEnds',
  PrincipalOnly: 'promise.principalOnly',
} as const satisfies Record<ScheduleEffect, TextKey>;

interface PromiseLinesProps {
  readonly promise: PreviewedPayment;
  readonly timing: PaymentTiming;
  /** The name of the card or bank account; without it the payment was submitted, and its amounts are shown elsewhere. */
  readonly from?: string;
}

/** Returns whether a submitted payment has lines to show. */
export function hasPromise({ outcome, effects, stoppableThrough }: PreviewedPayment): boolean {
  return outcome !== null || effects.length > 0 || stoppableThrough !== null;
}

/** The server's preview: amount and day, allocation, and until when it can be stopped. */
export function PromiseLines({ promise, timing, from }: PromiseLinesProps) {
  return (
    <div className={styles.promise}>
      <DefinitionList
        layout="rows"
        items={[...(from === undefined ? [] : drawnLines(promise, from)), ...outcomeLines(promise)]}
      />
      {promise.effects.map((effect) => (
        <p key={effect}>
          <Text of={effectTexts[effect]} />
        </p>
      ))}
      <p>
        <Stoppable promise={promise} timing={timing} afterwards={from === undefined} />
      </p>
    </div>
  );
}

interface StoppableProps {
  readonly promise: PreviewedPayment;
  readonly timing: PaymentTiming;
  readonly afterwards?: boolean;
}

/** Until when a payment can be canceled; a recurring one can be ended at any time. */
export function Stoppable({ promise: { stoppableThrough }, timing, afterwards = false }: StoppableProps) {
  if (stoppableThrough !== null) {
    const text = timing === 'recurring' ? 'promise.recurringStoppable' : 'promise.stoppableThrough';
    return <Text of={text} with={{ date: formatDay(stoppableThrough) }} />;
  }
  if (timing !== 'immediate') return <Text of="promise.notDeletable" with={{ servicePhone: <CustomerService /> }} />;
  return afterwards ? null : <Text of="promise.notStoppable" />;
}

function drawnLines(promise: PreviewedPayment, method: string): Definition[] {
  const from = { id: 'from', term: <Text of="promise.from" />, value: method };
  const drawnOn = { id: 'drawnOn', term: <Text of="promise.drawnOn" />, value: <DayText day={promise.drawnOn} /> };
  const days = [drawnOn, ...bankLines(promise)];
  if (promise.paysTotalDue) return [from, ...days];
  return [...breakdownLines(promise), from, ...days];
}

/** The loan is credited on the payment date, but the draft leaves with a bank file. */
function bankLines({ bankTakesOn }: PreviewedPayment): Definition[] {
  if (bankTakesOn === null) return [];
  return [{ id: 'bankTakesOn', term: <Text of="promise.bankTakesOn" />, value: <DayText day={bankTakesOn} /> }];
}

function outcomeLines({ outcome }: PreviewedPayment): Definition[] {
  if (!outcome) return [];
  return [
    ...above('promise.fees', outcome.feesCents),
    line('promise.interest', outcome.interestCents),
    line('promise.principal', outcome.principalCents),
    line('promise.balanceAfter', outcome.balanceAfterCents),
    ...(outcome.nextDueOn === null
      ? []
      : [{ id: 'nextDue', term: <Text of="promise.nextDueAfter" />, value: <DayText day={outcome.nextDueOn} /> }]),
  ];
}

function line(term: TextKey, cents: Cents): Definition {
  return { id: term, term: <Text of={term} />, value: <Money cents={cents} /> };
}

function above(term: TextKey, cents: Cents): Definition[] {
  return cents > 0 ? [line(term, cents)] : [];
}
