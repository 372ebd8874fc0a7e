import { sendOutboxJob } from '#server/messages/send-outbox.job.ts';
import type { Services } from '#server/services.ts';

/** Sends what waits while the mail server refuses everything. */
export function failToSend(services: Services): Promise<void> {
  const mailer = {
    send: () => Promise.reject(new Error('The mail server refused MAIL FROM with 451')),
    verify: () => Promise.resolve(),
  };
  return sendOutboxJob.run({ ...services, mailer }, new AbortController().signal);
}
