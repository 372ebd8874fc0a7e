import type { PaymentPreview, scheduleEffects } from '#common/api/payment-preview.api.ts';
import { dollarsToCents } from '#common/api/wire-values.ts';
import { day, formatDay } from '#common/core/dates.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import type { TextKey } from '#common/texts/all-texts.ts';
import { DayText } from '#web/kit/DayText.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { type Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import styles from './review.module.css';

const effectTexts = {
  RecurringEnds: 'promise.recurringEnds',
  RecurringNextMovesOn: 'promise.recurringNextMovesOn',
  ScheduledPaysTheRest: 'promise.scheduledPaysTheRest',
} as const satisfies Record<(typeof scheduleEffects)[number], TextKey>;

/** All that the server says a payment will do: what is drawn and when, where it goes, and until when it can be stopped. */
export function PromiseLines({ promise }: { readonly promise: PaymentPreview }) {
  return (
    <div className={styles.promise}>
      <DefinitionList layout="rows" items={[...drawnLines(promise), ...outcomeLines(promise)]} />
      {promise.Effects.map((effect) => (
        <p key={effect}>
          <Text of={effectTexts[effect]} />
        </p>
      ))}
      <p>
        {promise.StoppableThrough === null ? (
          <Text of="promise.notStoppable" />
        ) : (
          <Text of="promise.stoppableThrough" with={[formatDay(day(promise.StoppableThrough))]} />
        )}
      </p>
    </div>
  );
}

function drawnLines(promise: PaymentPreview): Definition[] {
  const drawnOn = { id: 'drawnOn', term: <Text of="promise.drawnOn" />, value: <DayText day={day(promise.DrawnOn)} /> };
  if (promise.PaysTotalDue) return [drawnOn];
  return [
    line('total.amount', dollarsToCents(promise.PaymentAmount)),
    ...above('total.additionalPrincipal', dollarsToCents(promise.AdditionalPrincipalAmount)),
    ...above('total.processingFee', feeOf(promise)),
    { ...line('total.paymentTotal', dollarsToCents(promise.TotalAmount)), total: true },
    drawnOn,
  ];
}

export function feeOf({ FirstPartyFee, ThirdPartyFee }: PaymentPreview): Cents {
  return addCents(dollarsToCents(FirstPartyFee), dollarsToCents(ThirdPartyFee));
}

function outcomeLines({ Outcome: outcome }: PaymentPreview): Definition[] {
  if (!outcome) return [];
  const nextDue = outcome.NextDueDateAfter;
  return [
    ...above('promise.fees', dollarsToCents(outcome.FeesPaid)),
    line('promise.interest', dollarsToCents(outcome.InterestPaid)),
    line('promise.principal', dollarsToCents(outcome.PrincipalPaid)),
    line('promise.balanceAfter', dollarsToCents(outcome.BalanceAfter)),
    ...(nextDue === null
      ? []
      : [{ id: 'nextDue', term: <Text of="promise.nextDueAfter" />, value: <DayText day={day(nextDue)} /> }]),
  ];
}

function line(term: TextKey, cents: Cents): Definition {
  return { id: term, term: <Text of={term} />, value: <Money cents={cents} /> };
}

function above(term: TextKey, cents: Cents): Definition[] {
  return cents > 0 ? [line(term, cents)] : [];
}
