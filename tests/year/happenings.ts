import type { DatedEvent } from './journal.ts';
import { specialDays } from './special-days.ts';

/** Everything that must happen in some year. One that never does is tested by none, so the run fails. */
const noneYet = {
  ...specialDays,
  'card charged': 0,
  'card declined': 0,
  'bank draft made': 0,
  'payment scheduled': 0,
  'payment edited': 0,
  'payment deleted': 0,
  'autopay Weekly': 0,
  'autopay BiWeekly': 0,
  'autopay SemiMonthly': 0,
  'autopay DayOfMonth': 0,
  'autopay DaysBeforeDue': 0,
  'autopay skipped': 0,
  'draft returned R01': 0,
  'draft returned R02': 0,
  'draft returned R10': 0,
  'account number corrected': 0,
  'installment deferred': 0,
  'due day moved': 0,
  'rate changed': 0,
  'loan charged off': 0,
  'charge-off reversed': 0,
  'hold code lifted': 0,
  'hold code BKR': 0,
  'hold code LGL': 0,
  'hold code NOACH': 0,
  'hold code NOCARD': 0,
  'payment received elsewhere': 0,
  'received payment posted days later': 0,
  'received payment taken back': 0,
  'card payment refunded in part': 0,
  'overpayment sent by check': 0,
  'overpayment sent to a bank account': 0,
  'payout stopped': 0,
  'payout returned by the bank': 0,
  'payment moved to another loan': 0,
  'received payment moved to another loan': 0,
  'payment recovered on a charged-off loan': 0,
  'recovered payment taken back': 0,
  'autopay on a line of credit': 0,
  'draw sent by check': 0,
  'draw sent to a bank account': 0,
  'draw stopped': 0,
  'draw returned by the bank': 0,
  'job killed': 0,
  'host silent': 0,
  'answer of the host lost': 0,
  'card charge lost': 0,
  'answer of the card processor lost': 0,
  'machine off': 0,
  'day closed late': 0,
  'late charge': 0,
};

export type Happening = keyof typeof noneYet;

/** How often each thing happened. */
export class Happenings {
  readonly counts: Record<Happening, number> = { ...noneYet };

  count(happening: Happening | undefined, times = 1): void {
    if (happening !== undefined) this.counts[happening] += times;
  }

  add(other: Happenings): void {
    for (const [name, count] of Object.entries(other.counts)) this.counts[name as Happening] += count;
  }

  get missing(): string[] {
    return Object.keys(this.counts).filter((name) => this.counts[name as Happening] === 0);
  }
}

/** Undefined for what happens every day. */
export function happeningOf(event: DatedEvent): Happening | undefined {
  switch (event.kind) {
    case 'paid':
      if (event.outcome === 'declined') return 'card declined';
      return event.payment.account === null ? 'card charged' : 'bank draft made';
    case 'scheduled':
      return 'payment scheduled';
    case 'edited':
      return 'payment edited';
    case 'deleted':
      return 'payment deleted';
    case 'skipped':
      return 'autopay skipped';
    case 'autopay':
      return `autopay ${event.autopay.option}`;
    case 'returned':
      return `draft returned ${event.code}`;
    case 'corrected':
      return 'account number corrected';
    case 'deferred':
      return 'installment deferred';
    case 'dueDayMoved':
      return 'due day moved';
    case 'rateChanged':
      return 'rate changed';
    case 'chargedOff':
      return 'loan charged off';
    case 'chargeOffReversed':
      return 'charge-off reversed';
    case 'holdCodeSet':
      return event.code === '' ? 'hold code lifted' : `hold code ${event.code}`;
    case 'received':
      return event.on < event.today ? 'received payment posted days later' : 'payment received elsewhere';
    case 'receivedTakenBack':
      return 'received payment taken back';
    case 'refundedInPart':
      return 'card payment refunded in part';
    case 'paidOut':
      return event.account === null ? 'overpayment sent by check' : 'overpayment sent to a bank account';
    case 'payoutStopped':
      return 'payout stopped';
    case 'payoutReturned':
      return 'payout returned by the bank';
    case 'moved':
      return 'payment' in event.what ? 'payment moved to another loan' : 'received payment moved to another loan';
    case 'drawn':
      return event.account === null ? 'draw sent by check' : 'draw sent to a bank account';
    case 'drawStopped':
      return 'draw stopped';
    case 'drawReturned':
      return 'draw returned by the bank';
    case 'submittedDue':
    case 'closed':
    case 'monthEnded':
      return undefined;
  }
}
