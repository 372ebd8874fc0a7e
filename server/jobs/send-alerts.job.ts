import { sendAlerts } from '#server/features/accounts/send-alerts.command.ts';
import type { Job } from './job.ts';

/** Every morning, when people are awake: what they wanted to be told of their accounts. */
export const sendAlertsJob: Job = {
  name: 'send-alerts',
  schedule: '0 8 * * *',
  run: sendAlerts,
};
