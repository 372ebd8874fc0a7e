import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { tryEach } from '#server/host-tasks/try-each.ts';
import { followHoldCode } from '#server/payments/schedules/follow-hold-code.command.ts';
import {
  endPause,
  findOpenPause,
  listOpenPauses,
  type PaymentPause,
} from '#server/payments/schedules/payment-pauses.queries.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import type { Services } from '#server/services.ts';

const BATCH_SIZE = 500;

/** Notices a hold code that was lifted outside the portal, such as by a core's file, and tells the customer. */
export const followHoldCodesJob: Job = {
  name: 'follow-hold-codes',
  schedule: '20 * * * *',
  run: followHoldCodes,
};

/** Safe to repeat and to run in parallel. A loan that fails doesn't keep the others waiting. */
export async function followHoldCodes(services: Services, stopping: AbortSignal): Promise<void> {
  for (let after = ''; !stopping.aborted;) {
    const pauses = await listOpenPauses(services.database, { after, limit: BATCH_SIZE });
    await tryEach(services, pauses, {
      work: (pause) => follow(services, pause),
      nameOf: ({ accountNumber }) => ({ accountNumber }),
      failure: 'could not follow the hold code of a loan',
      stopping,
    });
    const last = pauses.at(-1);
    if (!last || pauses.length < BATCH_SIZE) break;
    after = last.accountNumber;
  }
}

async function follow(services: Services, pause: PaymentPause): Promise<void> {
  const { accountNumber, customerId } = pause;
  const moment = services.clock.moment();
  const read = () => services.host.findLoanToDraw(customerId, accountNumber, moment.today);
  await readThenChange(services.database, accountSubject(accountNumber), read, async (transaction, drawn) => {
    if (drawn.standing === 'open') {
      await followHoldCode(services, transaction, { ...drawn.loan, customerId }, moment);
      return;
    }
    // What is planned on a loan that isn't open is ended on its day, with an email of its own.
    const open = await findOpenPause(transaction, accountNumber);
    if (open) await endPause(transaction, open.pauseId, moment.at);
  });
}
