import { defaultTexts, type FilledText, type TextKey } from '#common/contract/all-texts.ts';
import { placesOf } from '#common/contract/text-places.ts';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';
import type { MailingAddress } from '#common/core/mailing-address.ts';
import type { LoanHold } from '#common/accounts/rules/loan-holds.ts';
import type { PayoutMeans } from '#common/payments/rules/payout.ts';
import type { ReceivedMeans } from '#common/payments/rules/received-payment.ts';
import type { PhoneOnFile } from '#common/profile/rules/phones.ts';
import type { ChargePart } from '#server/payments-network/card-processor.ts';
import type { CustomerMail, Mail } from '#server/messages/compose-mail.ts';
import type { TextMessage, TextMessageKey } from '#server/messages/compose-text.ts';

/**
 * A call to the host, or to the card processor, after the transaction that decided it. Idempotent. Instants are strings, because tasks are stored
 * as JSON.
 */
export type HostTask =
  | { readonly kind: 'changeEmailAddress'; readonly customerId: string; readonly emailAddress: string }
  | { readonly kind: 'changeCustomerAddress'; readonly customerId: string; readonly address: MailingAddress }
  | { readonly kind: 'changePhones'; readonly customerId: string; readonly phones: readonly PhoneOnFile[] }
  | {
      readonly kind: 'changeMailingAddress';
      readonly accountNumber: string;
      readonly address: MailingAddress;
      readonly at: string;
    }
  | { readonly kind: 'hideFromWeb' | 'showOnWeb'; readonly accountNumber: string }
  | {
      readonly kind: 'setStatementFormat';
      readonly customerId: string;
      readonly accountNumber: string;
      readonly format: 'Electronic' | 'Paper';
    }
  | {
      readonly kind: 'reversePayment';
      readonly paymentId: string;
      readonly effectiveOn: Day;
      readonly postedAt: string;
      readonly returnFeeCents?: Cents;
      /** Told if the loan is open once the payment is taken back; another payment may still pay it off. */
      readonly tellsIfOpen?: {
        readonly customerId: string;
        readonly accountNumber: string;
        readonly mail: CustomerMail;
      };
    }
  | { readonly kind: 'changeHolds'; readonly accountNumber: string; readonly holds: readonly LoanHold[] }
  | { readonly kind: 'changeHoldCode'; readonly accountNumber: string; readonly holdCode: string }
  | {
      readonly kind: 'changeDueDay';
      readonly paymentId: string;
      readonly accountNumber: string;
      readonly dueDay: number;
      readonly effectiveOn: Day;
      readonly postedAt: string;
    }
  | {
      readonly kind: 'deferInstallments';
      readonly paymentId: string;
      readonly accountNumber: string;
      readonly installments: number;
      readonly effectiveOn: Day;
      readonly postedAt: string;
    }
  | {
      readonly kind: 'changeRate';
      readonly paymentId: string;
      readonly accountNumber: string;
      readonly rate: RatePpm;
      readonly from: Day;
      readonly newPayment: boolean;
      readonly effectiveOn: Day;
      readonly postedAt: string;
    }
  | {
      readonly kind: 'recordLienRelease';
      readonly paymentId: string;
      readonly accountNumber: string;
      readonly releasedOn: Day;
      readonly reference: string;
      readonly effectiveOn: Day;
      readonly postedAt: string;
    }
  | ChargeOffTask
  | {
      readonly kind: 'withdrawLienRelease';
      readonly paymentId: string;
      readonly accountNumber: string;
      readonly effectiveOn: Day;
      readonly postedAt: string;
    }
  | {
      readonly kind: 'withdrawRate';
      readonly paymentId: string;
      readonly accountNumber: string;
      readonly effectiveOn: Day;
      readonly postedAt: string;
    }
  | {
      readonly kind: 'receivePayment';
      readonly paymentId: string;
      readonly accountNumber: string;
      readonly means: ReceivedMeans;
      readonly amountCents: Cents;
      readonly effectiveOn: Day;
      readonly postedAt: string;
    }
  | {
      readonly kind: 'payOutOverpayment' | 'drawOnLine';
      readonly paymentId: string;
      readonly accountNumber: string;
      readonly means: PayoutMeans;
      readonly amountCents: Cents;
      readonly effectiveOn: Day;
      readonly postedAt: string;
    }
  /** Of two loans, so that it waits for what was decided of the payment before. */
  | {
      readonly kind: 'movePayment';
      readonly paymentId: string;
      readonly moveId: string;
      readonly fromLoan: string;
      readonly toLoan: string;
      readonly additionalPrincipalCents: Cents;
      readonly waivedChargeIds: readonly string[];
      readonly movedOn: Day;
      readonly postedAt: string;
    }
  | {
      readonly kind: 'reverseLateCharge';
      readonly accountNumber: string;
      readonly chargeId: string;
      readonly effectiveOn: Day;
      readonly postedAt: string;
    }
  | {
      readonly kind: 'refundPart';
      readonly paymentId: string;
      readonly refundId: string;
      /** The amounts are what is left. */
      readonly amountCents: Cents;
      readonly additionalPrincipalCents: Cents;
      readonly processingFeeCents: Cents;
      readonly postedAt: string;
    }
  /** Without a part, all of it. */
  | { readonly kind: 'refundCharge'; readonly paymentId: string; readonly part?: ChargePart }
  | {
      readonly kind: 'settleClearing';
      readonly key: string;
      readonly description: string;
      readonly method: 'Card' | 'ACH';
      readonly direction: 'in' | 'out';
      readonly amountCents: Cents;
      readonly effectiveOn: Day;
      readonly postedAt: string;
    }
  | MessageTask;

export interface ChargeOffTask {
  readonly kind: 'chargeOff' | 'reverseChargeOff';
  readonly paymentId: string;
  readonly accountNumber: string;
  readonly effectiveOn: Day;
  readonly postedAt: string;
  /** The customer, who is told once it is on the books; tasks that were stored without have told before. */
  readonly tells?: string;
  /** Who ends the planned payments of a loan that is charged off; tasks that were stored without have ended them before. */
  readonly decision?: { readonly by: string; readonly reason: string };
  /** Of a reversal. */
  readonly chargedOffOn?: Day;
}

/** A message to a recipient only the host knows. */
export type MessageTask =
  | {
      readonly kind: 'mail';
      readonly customerId: string;
      readonly mail: CustomerMail;
      readonly at: string;
    }
  /** About a change of sign-in data. */
  | {
      readonly kind: 'securityMail';
      readonly customerId: string;
      /** The previous address, which gets a copy for a day after an address change. */
      readonly heldAddress: string | null;
      readonly mail: Omit<Mail, 'recipient'>;
      readonly at: string;
    }
  | {
      readonly kind: 'text';
      readonly customerId: string;
      readonly text: FilledText<TextMessageKey, 'sender'> & Omit<TextMessage, 'recipient' | 'key' | 'values'>;
      readonly at: string;
    };

export function subjectOf(task: HostTask): string {
  if ('customerId' in task) return customerSubject(task.customerId);
  if ('accountNumber' in task) return accountSubject(task.accountNumber);
  return 'paymentId' in task ? `payment:${task.paymentId}` : `settlement:${task.key}`;
}

export function customerSubject(customerId: string): string {
  return `customer:${customerId}`;
}

export function accountSubject(accountNumber: string): string {
  return `account:${accountNumber}`;
}

/** Names the values of a message that waits since values were stored in order, without names. */
export function withNamedValues(task: HostTask): HostTask {
  if (task.kind === 'text') return { ...task, text: named(task.text) };
  if (task.kind !== 'mail' && task.kind !== 'securityMail') return task;
  const mail = { ...task.mail, subject: named(task.mail.subject), body: named(task.mail.body) };
  return { ...task, mail } as HostTask;
}

function named<Text extends { readonly key: TextKey }>(text: Text & { readonly fills?: readonly string[] }): Text {
  const { fills, ...rest } = text;
  if (fills === undefined) return text;
  const names = placesOf(defaultTexts[text.key]).filter((name) => !filledLater.has(name));
  return {
    ...rest,
    values: Object.fromEntries(names.map((name, index) => [name, fills[index] ?? ''])),
  } as unknown as Text;
}

/** The customer's and the institution's name were never stored. */
const filledLater: ReadonlySet<string> = new Set(['name', 'sender']);
