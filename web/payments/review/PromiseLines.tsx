import type { PaymentPreview, scheduleEffects } from '#common/payments/payment-preview.api.ts';
import { dollarsToCents } from '#common/contract/wire-values.ts';
import { day, formatDay } from '#common/core/dates.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { PaymentAmounts } from '#common/payments/rules/breakdown.ts';
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
} as const satisfies Record<(typeof scheduleEffects)[number], TextKey>;

interface PromiseLinesProps {
  readonly promise: PaymentPreview;
  readonly timing: PaymentTiming;
  /** The name of the card or bank account; without it the payment was submitted, and its amounts are shown elsewhere. */
  readonly from?: string;
}

/** Returns whether a submitted payment has lines to show. */
export function hasPromise({
  Outcome: outcome,
  Effects: effects,
  StoppableThrough: stoppable,
}: PaymentPreview): boolean {
  return outcome !== null || effects.length > 0 || stoppable !== null;
}

/** The server's preview: amount and day, allocation, and until when it can be stopped. */
export function PromiseLines({ promise, timing, from }: PromiseLinesProps) {
  return (
    <div className={styles.promise}>
      <DefinitionList
        layout="rows"
        items={[...(from === undefined ? [] : drawnLines(promise, from)), ...outcomeLines(promise)]}
      />
      {promise.Effects.map((effect) => (
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
  readonly promise: PaymentPreview;
  readonly timing: PaymentTiming;
  readonly afterwards?: boolean;
}

/** Until when a payment can be canceled; a recurring one can be ended at any time. */
export function Stoppable({ promise: { StoppableThrough: through }, timing, afterwards = false }: StoppableProps) {
  if (through !== null) {
    const text = timing === 'recurring' ? 'promise.recurringStoppable' : 'promise.stoppableThrough';
    return <Text of={text} with={{ date: formatDay(day(through)) }} />;
  }
  if (timing !== 'immediate') return <Text of="promise.notDeletable" with={{ servicePhone: <CustomerService /> }} />;
  return afterwards ? null : <Text of="promise.notStoppable" />;
}

function drawnLines(promise: PaymentPreview, method: string): Definition[] {
  const from = { id: 'from', term: <Text of="promise.from" />, value: method };
  const drawnOn = { id: 'drawnOn', term: <Text of="promise.drawnOn" />, value: <DayText day={day(promise.DrawnOn)} /> };
  if (promise.PaysTotalDue) return [from, drawnOn];
  return [...breakdownLines(amountsOfPromise(promise)), from, drawnOn];
}

export function amountsOfPromise(promise: PaymentPreview): PaymentAmounts {
  return {
    amountCents: dollarsToCents(promise.PaymentAmount),
    additionalPrincipalCents: dollarsToCents(promise.AdditionalPrincipalAmount),
    feeCents: feeOf(promise),
  };
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
