import { dollarsToCents } from '#common/contract/wire-values.ts';
import { type Day, day } from '../core/dates.ts';
import { toWireAmount } from '../core/money.ts';
import { noErrors } from '../contract/answers.ts';
import type { AccountPlansItem, PlannedItem, PlannedPaymentsAnswer } from './planned-payments.api.ts';
import type { PlannedPayment, PlannedPayments } from './rules/planned-payments.ts';

/** The only place that translates between planned payments' wire names and ours. */
export function plannedPaymentsToWire(
  today: Day,
  plans: readonly { readonly number: string; readonly planned: PlannedPayments }[],
): PlannedPaymentsAnswer {
  return {
    ...noErrors,
    Today: today,
    Accounts: plans
      .filter(({ planned }) => planned.autopay.length + planned.scheduled.length > 0)
      .map(({ number, planned }) => plansToWire(number, planned)),
  };
}

function plansToWire(accountNumber: string, { autopay, scheduled }: PlannedPayments): AccountPlansItem {
  return { Number: accountNumber, Autopay: autopay.map(toWire), Scheduled: scheduled.map(toWire) };
}

export function plansFromWire({ Autopay, Scheduled }: AccountPlansItem): PlannedPayments {
  return { autopay: Autopay.map(fromWire), scheduled: Scheduled.map(fromWire) };
}

function toWire({ on, type, lastFour, goodThrough, cents, paused }: PlannedPayment): PlannedItem {
  return {
    Date: on,
    IsCard: type === 'Card',
    LastFour: lastFour,
    CardGoodThrough: goodThrough,
    Total: cents === null ? null : toWireAmount(cents),
    Paused: paused,
  };
}

function fromWire({ Date, IsCard, LastFour, CardGoodThrough, Total, Paused }: PlannedItem): PlannedPayment {
  return {
    on: day(Date),
    type: IsCard ? 'Card' : 'ACH',
    lastFour: LastFour,
    goodThrough: CardGoodThrough === null ? null : day(CardGoodThrough),
    cents: Total === null ? null : dollarsToCents(Total),
    paused: Paused,
  };
}
