import { sendAlerts } from './send-alerts.command.ts';
import type { Job } from '#server/platform/jobs/job.ts';

/** Every morning, when people are awake: what they wanted to be told of their accounts. */
export const sendAlertsJob: Job = {
  name: 'send-alerts',
  schedule: '0 8 * * *',
  run: sendAlerts,
};
