import { addDays } from '#common/core/dates.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { enqueueMessage } from '#server/platform/mail/outbox.queries.ts';
import type { Services } from '#server/services.ts';
import { listToAnnounce, lockRecurring, type Recurring, updateRecurring } from './recurring-payments.queries.ts';
import { debitNoticeMail } from './schedule-mails.ts';

/** Regulation E wants a varying debit announced ten days before it is made (12 CFR 1005.10(d)). */
const ANNOUNCED_DAYS_BEFORE = 10;

const BATCH_SIZE = 500;

/**
 * Tells customers the amount of recurring bank drafts that varies, once per
 * payment. May run twice and in several processes at once.
 * @returns how many were announced.
 */
export async function announceDebits(services: Services, stopping: AbortSignal): Promise<number> {
  const through = addDays(services.clock.today(), ANNOUNCED_DAYS_BEFORE);
  let announced = 0;
  while (!stopping.aborted) {
    const due = await listToAnnounce(services.database, { through, limit: BATCH_SIZE });
    for (const recurring of due) await announce(services, recurring);
    announced += due.length;
    if (due.length < BATCH_SIZE) break;
  }
  return announced;
}

async function announce(services: Services, { recurringId, customerId, accountNumber }: Recurring): Promise<void> {
  const { at, today } = services.clock.moment();
  await inTransaction(services.database, async (transaction) => {
    const drawn = await services.host.lockLoanToDraw(transaction, customerId, accountNumber, today);
    const recurring = await lockRecurring(transaction, recurringId);
    if (recurring?.state !== 'active') return;
    const mail =
      drawn.standing === 'open'
        ? debitNoticeMail(services.institution, recurring, drawn.loan.totalDueCents)
        : undefined;
    if (mail) await enqueueMessage(services, transaction, mail, at);
    const event = { name: 'announced', on: recurring.nextOn, at } as const;
    await updateRecurring(transaction, recurringId, { announcedFor: recurring.runOn }, event);
  });
}
