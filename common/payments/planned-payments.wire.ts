import { dollarsToCents } from '#common/contract/wire-values.ts';
import { day } from '../core/dates.ts';
import { toWireAmount } from '../core/money.ts';
import type { AccountPlansItem, PlannedItem } from './planned-payments.api.ts';
import type { PlannedPayment, PlannedPayments } from './rules/planned-payments.ts';

/** The only place that translates between planned payments' wire names and ours. */
export function plansToWire(accountNumber: string, { autopay, scheduled }: PlannedPayments): AccountPlansItem {
  return { Number: accountNumber, Autopay: autopay.map(toWire), Scheduled: scheduled.map(toWire) };
}

export function plansFromWire({ Autopay, Scheduled }: AccountPlansItem): PlannedPayments {
  return { autopay: Autopay.map(fromWire), scheduled: Scheduled.map(fromWire) };
}

function toWire({ on, type, lastFour, cents }: PlannedPayment): PlannedItem {
  return { Date: on, IsCard: type === 'Card', LastFour: lastFour, Total: cents === null ? null : toWireAmount(cents) };
}

function fromWire({ Date, IsCard, LastFour, Total }: PlannedItem): PlannedPayment {
  return {
    on: day(Date),
    type: IsCard ? 'Card' : 'ACH',
    lastFour: LastFour,
    cents: Total === null ? null : dollarsToCents(Total),
  };
}
