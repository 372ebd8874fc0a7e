import { anchorAuditLogJob } from './platform/audit/anchor-audit-log.job.ts';
import { correctEmailsJob } from './profile/correct-emails.job.ts';
import { closeBusinessDaysJob } from './payments/end-of-day/close-business-days.job.ts';
import { deleteOutdatedJob } from './platform/jobs/delete-outdated.job.ts';
import { hostTasksJob } from './host-tasks/host-tasks.job.ts';
import { followHoldCodesJob } from './payments/end-of-day/follow-hold-codes.job.ts';
import { keepClosingJob } from './accounts/ledger/keep-closing.job.ts';
import type { Job } from './platform/jobs/job.ts';
import { makeStatementsJob } from './accounts/statements/make-statements.job.ts';
import { recoverPaymentsJob } from './payments/settlement/recover-payments.job.ts';
import { runDuePaymentsJob } from './payments/end-of-day/run-due-payments.job.ts';
import { sendAlertsJob } from './accounts/send-alerts.job.ts';
import { sendOutboxJob, sendTextsJob } from './messages/send-outbox.job.ts';
import { resealJob } from './platform/crypto/reseal.job.ts';
import { sweepUploadsJob } from './documents/sweep-uploads.job.ts';
import { verifyAuditLogJob } from './platform/audit/verify-audit-log.job.ts';

export const allJobs: readonly Job[] = [
  recoverPaymentsJob,
  hostTasksJob,
  runDuePaymentsJob,
  followHoldCodesJob,
  closeBusinessDaysJob,
  correctEmailsJob,
  sendAlertsJob,
  sendOutboxJob,
  sendTextsJob,
  makeStatementsJob,
  keepClosingJob,
  deleteOutdatedJob,
  resealJob,
  sweepUploadsJob,
  anchorAuditLogJob,
  verifyAuditLogJob,
];
