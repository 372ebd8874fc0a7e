import { describe, expect, test } from 'vitest';
import {
  findHostMessage,
  hostMessages,
  notRecurringWith,
  notScheduledWith,
  recurringNotDeletable,
  scheduledNotChangeable,
} from './host-messages.ts';

/** P 8, word for word. */
const sentences = {
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
  creditCardsNotAccepted: 'We do not accept Credit Cards.',
};

describe('a sentence of the host', () => {
  test('is the one the specification gives', () => {
    expect(hostMessages).toEqual(sentences);
  });

  test.each(Object.entries(sentences))(
    '%s is found, also without its stop or with blanks around it',
    (key, sentence) => {
      for (const sent of [sentence, sentence.slice(0, -1), `  ${sentence} `]) expect(findHostMessage(sent)).toBe(key);
    },
  );

  test.each(['', '.', 'Declined', 'Security does not allow', 'Security does not allow online payments..'])(
    '"%s" is not recognized',
    (sent) => {
      expect(findHostMessage(sent)).toBeUndefined();
    },
  );

  test('names the type of payment that it refuses', () => {
    expect([notRecurringWith('Card'), notRecurringWith('ACH')]).toEqual([
      'Cannot make recurring payment with Card.',
      'Cannot make recurring payment with ACH.',
    ]);
    expect([notScheduledWith('Card'), notScheduledWith('ACH')]).toEqual([
      'Cannot make scheduled payment with Card.',
      'Cannot make scheduled payment with ACH.',
    ]);
    expect([recurringNotDeletable('Card'), recurringNotDeletable('ACH')]).toEqual([
      'Deleting a recurring Card payment is not allowed.',
      'Deleting a recurring ACH payment is not allowed.',
    ]);
    expect(scheduledNotChangeable('Card')).toMatch(/^Scheduled Card payments cannot be modified/);
    expect(scheduledNotChangeable('ACH')).toMatch(/^Scheduled ACH payments cannot be modified/);
  });
});
