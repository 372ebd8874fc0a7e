import {
  dropExpiredMessages,
  hasWaitingMessages,
  markFailed,
  markSent,
  type MessageChannel,
  takeWaitingMessages,
  type WaitingMessage,
} from './outbox.queries.ts';
import { LOGO_CID } from './compose-mail.ts';
import type { Services } from '#server/services.ts';
import { NotTextable, type TextMessageProvider } from '#server/platform/sms/text-message-provider.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import { createTroubleReference, withTroubleReference } from '#server/platform/trouble-reference.ts';

const BATCH_SIZE = 50;

/** Sends waiting messages by mail and text; refused ones are retried with growing delays. */
export const sendOutboxJob: Job = {
  name: 'send-outbox',
  schedule: '* * * * *',
  /** A security code that waits a minute for its job looks lost. */
  async isUrgent({ mailer, textMessages, database, clock }) {
    const channels: MessageChannel[] = [
      ...(mailer ? ['email' as const] : []),
      ...(textMessages ? ['text' as const] : []),
    ];
    return channels.length > 0 && hasWaitingMessages(database, channels, clock.now());
  },
  async run(services, stopping) {
    const { mailer, textMessages, config, database, clock } = services;
    // Elsewhere, `/dev/outbox` keeps showing them.
    if (config.mode === 'production') await dropExpiredMessages(database, clock.now());
    if (mailer)
      await sendAll(services, 'email', (message) => mailer.send(withLogo(message, services.institution)), stopping);
    if (textMessages) await sendAll(services, 'text', (message) => sendText(textMessages, message), stopping);
  },
};

/** A mail written before there was a logo keeps the name. */
function withLogo(message: WaitingMessage, { logos: { onWhite } }: Services['institution']) {
  const isShown = onWhite !== null && message.html.includes(`cid:${LOGO_CID}`);
  return isShown ? { ...message, pictures: [{ cid: LOGO_CID, ...onWhite }] } : message;
}

type Send = (message: WaitingMessage) => Promise<void>;

async function sendAll(services: Services, channel: MessageChannel, send: Send, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await sendBatch(services, channel, send, stopping)) > 0);
}

async function sendBatch(
  services: Services,
  channel: MessageChannel,
  send: Send,
  stopping: AbortSignal,
): Promise<number> {
  const { database, clock, config, log } = services;
  const messages = await takeWaitingMessages(services, channel, clock.now(), BATCH_SIZE);
  for (const message of messages) {
    if (stopping.aborted) break;
    const { messageId, attempts } = message;
    const reference = createTroubleReference();
    let isLogged = false;
    const note = () => void (isLogged = true);
    try {
      await withTroubleReference(reference, note, () => send(message));
      await markSent(database, messageId, clock.now(), config.mode !== 'production');
    } catch (error) {
      // A refusal of mail server or text gateway is in the log already, with its reference.
      if (!isLogged) log.warn({ err: error, reference, messageId, attempts }, 'could not send a message');
      try {
        await markFailed(database, messageId, reference, clock.now());
      } catch (unmarked) {
        // It is tried again all the same; the others of the batch must not wait for that.
        log.error({ err: unmarked, reference, messageId }, 'could not mark a message that was not sent');
      }
    }
  }
  return messages.length;
}

/**
 * The occasion makes retries recognizable. A phone that rejects texts won't accept them later, so that is not retried.
 */
async function sendText(provider: TextMessageProvider, { occasion, recipient, body }: WaitingMessage): Promise<void> {
  try {
    await provider.send({ messageId: occasion, to: recipient, body });
  } catch (error) {
    if (!(error instanceof NotTextable)) throw error;
  }
}
