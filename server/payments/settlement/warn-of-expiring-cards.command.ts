import { addDays } from '#common/core/dates.ts';
import { CARD_EXPIRES_WITHIN_DAYS } from '#common/payments/rules/card-life.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { tryEach } from '#server/host-tasks/try-each.ts';
import type { Services } from '#server/services.ts';
import { type ExpiringCard, insertExpiryNotice, listExpiringCards } from './expiring-cards.queries.ts';
import { mailCustomer } from '#server/payments/mail-customer.ts';
import { cardExpiresMail } from '#server/payments/schedules/schedule-mails.ts';

const BATCH_SIZE = 500;

/**
 * Tells customers, once per card and expiration, that a card used for their payments expires within 30 days. Safe to
 * run in several processes at once.
 * Returns how many customers were told.
 */
export async function warnOfExpiringCards(services: Services, stopping: AbortSignal): Promise<number> {
  const { at, today } = services.clock.moment();
  let told = 0;
  while (!stopping.aborted) {
    const cards = await listExpiringCards(services.database, addDays(today, CARD_EXPIRES_WITHIN_DAYS), BATCH_SIZE);
    const done = await tryEach(services, cards, {
      work: async (card) => {
        if (await warn(services, card, at)) told += 1;
      },
      nameOf: ({ userId, expiration }) => ({ userId, expiration }),
      failure: 'could not warn of an expiring card',
      stopping,
    });
    // Those that failed are listed again.
    if (cards.length < BATCH_SIZE || done === 0) break;
  }
  return told;
}

function warn(services: Services, card: ExpiringCard, at: Temporal.Instant): Promise<boolean> {
  return inTransaction(services.database, async (transaction) => {
    if (!(await insertExpiryNotice(transaction, card, at))) return false;
    await mailCustomer(services, transaction, card.customerId, cardExpiresMail(services.institution, card), at);
    return true;
  });
}
