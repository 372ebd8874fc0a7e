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
import { isMailRefusedForGood } from '#server/platform/mail/mailer.ts';
import {
  NotTextable,
  type TextMessageProvider,
  TextProviderUnavailable,
} from '#server/platform/sms/text-message-provider.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import { createTroubleReference, withTroubleReference } from '#server/platform/trouble-reference.ts';

/** Few enough that a server that answers nothing lets go of all of them before another process may take them. */
const BATCH_SIZE = 10;

/** Refused messages are retried with growing delays, awaited ones within seconds. */
export const sendOutboxJob: Job = {
  name: 'send-outbox',
  schedule: '* * * * *',
  /** A security code that waits a minute for its job looks lost. */
  async isUrgent({ mailer, database, clock }) {
    return mailer !== undefined && hasWaitingMessages(database, 'email', clock.now());
  },
  async run(services, stopping) {
    const { mailer, config, database, clock } = services;
    // Elsewhere, `/dev/outbox` keeps showing them.
    if (config.mode === 'production') await dropExpiredMessages(database, clock.now());
    if (mailer)
      await sendAll(services, 'email', (message) => mailer.send(withLogo(message, services.institution)), stopping);
  },
};

/** A job of its own: texts must not wait for a mail server that doesn't answer. */
export const sendTextsJob: Job = {
  name: 'send-texts',
  schedule: '* * * * *',
  async isUrgent({ textMessages, database, clock }) {
    return textMessages !== undefined && hasWaitingMessages(database, 'text', clock.now());
  },
  async run(services, stopping) {
    const { textMessages } = services;
    if (textMessages) await sendAll(services, 'text', (message) => sendText(textMessages, message), stopping);
  },
};

/** An email written before there was a logo keeps the name. */
function withLogo(message: WaitingMessage, { logos: { onWhite } }: Services['institution']) {
  const isShown = onWhite !== null && message.html.includes(`cid:${LOGO_CID}`);
  return isShown ? { ...message, pictures: [{ cid: LOGO_CID, ...onWhite }] } : message;
}

type Send = (message: WaitingMessage) => Promise<void>;

/** A message that is due again during the run waits for the next one: slow attempts would keep this one from ending. */
async function sendAll(services: Services, channel: MessageChannel, send: Send, stopping: AbortSignal): Promise<void> {
  const due = services.clock.now();
  while (!stopping.aborted && (await sendBatch(services, { channel, due, send }, stopping)) > 0);
}

interface Sending {
  readonly channel: MessageChannel;
  readonly due: Temporal.Instant;
  readonly send: Send;
}

async function sendBatch(services: Services, { channel, due, send }: Sending, stopping: AbortSignal): Promise<number> {
  const { database, clock, config, log } = services;
  const messages = await takeWaitingMessages(services, channel, { due, now: clock.now(), limit: BATCH_SIZE });
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
        await markFailed(database, messageId, reference, isRefusedForGood(error) ? null : clock.now());
      } catch (unmarked) {
        // It is tried again all the same; the others of the batch must not wait for that.
        log.error({ err: unmarked, reference, messageId }, 'could not mark a message that was not sent');
      }
    }
  }
  return messages.length;
}

function isRefusedForGood(error: unknown): boolean {
  return isMailRefusedForGood(error) || (error instanceof TextProviderUnavailable && error.isRefusal);
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
