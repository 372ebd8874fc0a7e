/** What customers, bank, card processor and operators did in a year: everything the replay knows. Amounts in cents. */
export type JournalEvent =
  | { readonly kind: 'paid'; readonly payment: JournalPayment; readonly outcome: 'posted' | 'declined' }
  | { readonly kind: 'scheduled'; readonly payment: JournalPayment }
  | {
      readonly kind: 'edited';
      readonly reference: string;
      readonly payOn: string;
      readonly amount: bigint;
      readonly fee: bigint;
    }
  | { readonly kind: 'autopay'; readonly autopay: JournalAutopay }
  | { readonly kind: 'deleted' | 'skipped'; readonly reference: string }
  /** Due payments were submitted and varying ones announced. */
  | { readonly kind: 'submittedDue' }
  /** Every business day that was over was closed. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'returned'; readonly key: string; readonly code: ReturnCode }
  | { readonly kind: 'corrected'; readonly from: string; readonly to: string }
  | ServicingEvent
  | CounterEvent
  /** The end of this day has passed; nothing of it is left to happen. */
  | { readonly kind: 'monthEnded'; readonly through: string };

/** What staff changed on a loan. */
export type ServicingEvent =
  | { readonly kind: 'deferred'; readonly loan: string; readonly installments: number }
  | { readonly kind: 'dueDayMoved'; readonly loan: string; readonly dueDay: number }
  | { readonly kind: 'rateChanged'; readonly loan: string; readonly agreed: AgreedRate }
  | { readonly kind: 'chargedOff' | 'chargeOffReversed'; readonly loan: string }
  | { readonly kind: 'holdCodeSet'; readonly loan: string; readonly code: HoldCode };

/** What staff did with money. */
export type CounterEvent =
  | {
      readonly kind: 'received';
      readonly id: string;
      readonly loan: string;
      /** The day the money arrived, perhaps weeks before. */
      readonly on: string;
      readonly amount: bigint;
    }
  | { readonly kind: 'receivedTakenBack'; readonly id: string }
  | { readonly kind: 'refundedInPart'; readonly key: string; readonly amount: bigint }
  | {
      /** An overpayment, or a draw on a line of credit, was sent. */
      readonly kind: 'paidOut' | 'drawn';
      readonly id: string;
      readonly loan: string;
      readonly amount: bigint;
      /** The bank account that gets it; null for a check. */
      readonly account: string | null;
    }
  /** The check was stopped, or the bank credit before it left, or the bank sent that back. */
  | { readonly kind: 'payoutStopped' | 'payoutReturned'; readonly id: string }
  | { readonly kind: 'moved'; readonly what: MovedMoney; readonly to: string }
  /** The check of a draw was stopped, or its bank credit before it left, or the bank sent that back. */
  | { readonly kind: 'drawStopped' | 'drawReturned'; readonly id: string };

/** A payment by its key, or one that staff received by its id. */
export type MovedMoney = { readonly payment: string } | { readonly received: string };

/** Why the bank sends a draft back: for want of money, because the account is closed, or because its owner objects. */
export type ReturnCode = 'R01' | 'R02' | 'R10';

export type DatedEvent = JournalEvent & { readonly today: string; readonly pastCutoff: boolean };

export interface JournalPayment {
  readonly reference: string;
  readonly loan: string;
  readonly payOn: string;
  readonly amount: bigint;
  readonly principal: bigint;
  readonly fee: bigint;
  /** The bank account; null for a card. */
  readonly account: string | null;
  /** Whether the processor approves the card. */
  readonly goodCard: boolean;
}

export interface JournalAutopay extends Omit<JournalPayment, 'payOn'> {
  readonly option: 'Weekly' | 'BiWeekly' | 'SemiMonthly' | 'DayOfMonth' | 'DaysBeforeDue';
  readonly daysBefore: number;
  readonly firstOn: string;
  /** Draws what is due on its day, as on a line of credit; its amount is zero. */
  readonly varies: boolean;
}

/** None, one that stops all payments and spares late charges, one that stops all, and ones that stop a method. */
export const holdCodes = ['', 'BKR', 'LGL', 'NOACH', 'NOCARD'] as const;

export type HoldCode = (typeof holdCodes)[number];

export interface AgreedRate {
  /** Parts per million a year. */
  readonly rate: bigint;
  /** The first day that earns interest at this rate. */
  readonly from: string;
  /** Whether the installment was recomputed for the remaining term. */
  readonly newPayment: boolean;
}

/** A loan as it was agreed. */
export interface AgreedLoan {
  readonly number: string;
  readonly customerId: string;
  readonly principal: bigint;
  /** Parts per million a year. */
  readonly rate: bigint;
  readonly frequency: 'Monthly' | 'SemiMonthly' | 'TwoWeeks' | 'Weekly';
  readonly installment: bigint;
  readonly openedOn: string;
  readonly firstDueOn: string;
  /** The number of installments; infinite for a line of credit. */
  readonly term: number;
  /** How much a line of credit lends at most; null for a loan. */
  readonly limit: bigint | null;
}
