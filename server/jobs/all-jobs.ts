import { closeBusinessDaysJob } from './close-business-days.job.ts';
import { deleteOutdatedJob } from './delete-outdated.job.ts';
import type { Job } from './job.ts';
import { makeStatementsJob } from './make-statements.job.ts';
import { recoverPaymentsJob } from './recover-payments.job.ts';
import { runDuePaymentsJob } from './run-due-payments.job.ts';
import { sendAlertsJob } from './send-alerts.job.ts';
import { sendOutboxJob } from './send-outbox.job.ts';
import { sweepUploadsJob } from './sweep-uploads.job.ts';

/** Every job of the product, spelled out. */
export const allJobs: readonly Job[] = [
  recoverPaymentsJob,
  runDuePaymentsJob,
  closeBusinessDaysJob,
  sendAlertsJob,
  sendOutboxJob,
  makeStatementsJob,
  deleteOutdatedJob,
  sweepUploadsJob,
];
