import { keysOf } from '#common/core/keys-of.ts';
import { CREDIT_CARDS_NOT_ACCEPTED } from './credit-cards-not-accepted.ts';
import type { PaymentType } from './payment-types.ts';

/**
 * The host's refusal sentences (P 8), each with the key of a text the institution may override. The wire carries the
 * sentence itself; it is looked up before any code (C-013).
 */
export const hostMessages = {
  noSecurityForOnlinePayments:
    'You do not have security to make online payments on your account. Please contact us with any questions.',
  onlinePaymentsNotAllowed: 'Security does not allow online payments.',
  onlineAchNotAllowed: 'Security does not allow online ACH payments.',
  nightlyMaintenance:
    'We are currently doing nightly backups and system maintenance. Please try your transaction again in about 15 minutes.',
  nightlyProcessing: 'Nightly processing error. Please try back in about 15 minutes.',
  recurringAchNotDeletable: 'Deleting a recurring ACH payment is not allowed.',
  recurringCardNotDeletable: 'Deleting a recurring Card payment is not allowed.',
  recurringNotDeletableNow: 'Deleting a recurring payment is not allowed at this time.',
  noRecurringAch: 'Cannot make recurring payment with ACH.',
  noRecurringCard: 'Cannot make recurring payment with Card.',
  noScheduledAch: 'Cannot make scheduled payment with ACH.',
  noScheduledCard: 'Cannot make scheduled payment with Card.',
  scheduledAchNotChangeable:
    'Scheduled ACH payments cannot be modified at this time. Please contact your financial institution for further assistance.',
  scheduledCardNotChangeable:
    'Scheduled Card payments cannot be modified at this time. Please contact your financial institution for further assistance.',
  creditCardsNotAccepted: CREDIT_CARDS_NOT_ACCEPTED,
} as const;

export type HostMessageKey = keyof typeof hostMessages;
export type HostMessage = (typeof hostMessages)[HostMessageKey];

export function findHostMessage(sentence: string): HostMessageKey | undefined {
  return keysBySentence.get(withoutStop(sentence));
}

export function notRecurringWith(type: PaymentType): HostMessage {
  return type === 'Card' ? hostMessages.noRecurringCard : hostMessages.noRecurringAch;
}

export function notScheduledWith(type: PaymentType): HostMessage {
  return type === 'Card' ? hostMessages.noScheduledCard : hostMessages.noScheduledAch;
}

export function recurringNotDeletable(type: PaymentType): HostMessage {
  return type === 'Card' ? hostMessages.recurringCardNotDeletable : hostMessages.recurringAchNotDeletable;
}

export function scheduledNotChangeable(type: PaymentType): HostMessage {
  return type === 'Card' ? hostMessages.scheduledCardNotChangeable : hostMessages.scheduledAchNotChangeable;
}

const keysBySentence: ReadonlyMap<string, HostMessageKey> = new Map(
  keysOf(hostMessages).map((key) => [withoutStop(hostMessages[key]), key]),
);

function withoutStop(sentence: string): string {
  return sentence.trim().replace(/\.$/, '');
}
