import { randomUUID } from 'node:crypto';
import { fillText } from '#common/contract/fill-text.ts';
import { dayAt, formatDayMedium } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { withLineAbove } from './compose-mail.ts';
import { goesOutAnyway, institutionSends, isWantedBy } from './may-send.ts';
import { isMessageKey, messageCatalog } from './message-catalog.ts';
import { findPreferences } from './notification-preferences.queries.ts';
import { enqueueMessage, openWords, type Words } from './outbox.queries.ts';
import { listOutboxMessages, lockOutboxMessage, type OutboxMessage, wasQueued } from './outbox-messages.queries.ts';

type AgainState =
  | 'possible'
  | 'TextNotAgain'
  | 'NotSentYet'
  | 'HoldsSecret'
  | 'WordsGone'
  | 'ToSomeoneElse'
  | 'NoLongerSent';

/** The customer to whom a message would go again: always at their present address. */
interface Addressee {
  readonly customerId: string;
  readonly emailAddress: string;
}

/** Says of each message whether it can be sent to the customer again. */
export async function listAgainStates(
  { institution }: Pick<Services, 'institution'>,
  queryable: Queryable,
  messageIds: readonly number[],
  to: Addressee,
): Promise<ReadonlyMap<number, OutboxMessage & { readonly again: AgainState }>> {
  const messages = await listOutboxMessages(queryable, messageIds);
  return new Map(
    messages.map((message) => [message.messageId, { ...message, again: againOf(institution, message, to) }]),
  );
}

function againOf(
  institution: Institution,
  { channel, kind, sentAt, mayResend, hasWords, customerId, recipient }: OutboxMessage,
  to: Addressee,
): AgainState {
  if (channel === 'text') return 'TextNotAgain';
  if (!isMessageKey(kind) || !institutionSends(institution, kind)) return 'NoLongerSent';
  // People may share an address; without a customer, only the address says whose message it was.
  const isTheirs =
    messageCatalog[kind].recipient === 'customer' &&
    (customerId === null ? recipient.toLowerCase() === to.emailAddress.toLowerCase() : customerId === to.customerId);
  if (!isTheirs) return 'ToSomeoneElse';
  if (mayResend === false) return 'HoldsSecret';
  if (sentAt === null) return 'NotSentYet';
  return mayResend === null || !hasWords ? 'WordsGone' : 'possible';
}

/** Of a message that was sent again itself; names the first one. */
const againOccasion = /^again-(\d+)-/;

type AgainProblem = Exclude<AgainState, 'possible'> | 'NotFound' | 'NoAddress' | 'TurnedOff' | 'SentAgainToday';

/**
 * Queues a sent message once more, as a message of its own, at most once within a day. Its words are those of the first,
 * below a line that says when that was sent.
 */
export async function sendAgain(
  services: Pick<Services, 'institution' | 'cipher' | 'clock'>,
  transaction: Transaction,
  messageId: number,
  to: Addressee,
): Promise<Result<OutboxMessage, AgainProblem>> {
  const message = await lockOutboxMessage(transaction, messageId);
  if (!message) return failure('NotFound');
  if (to.emailAddress === '') return failure('NoAddress');
  const again = againOf(services.institution, message, to);
  if (again !== 'possible') return failure(again);
  const { kind, userId, customerId, occasion, subject, replyTo, words } = message;
  if (!isMessageKey(kind)) return failure('NoLongerSent');
  const wishes = userId === null || goesOutAnyway(kind) ? undefined : await findPreferences(transaction, userId);
  if (!isWantedBy(wishes, kind)) return failure('TurnedOff');
  const first = againOccasion.exec(occasion)?.[1] ?? String(messageId);
  const at = services.clock.now();
  const copies = { recipient: to.emailAddress, prefix: `again-${first}-`, since: at.subtract({ hours: 24 }) };
  if (await wasQueued(transaction, copies)) return failure('SentAgainToday');
  await enqueueMessage(
    services,
    transaction,
    {
      kind,
      userId: userId ?? undefined,
      customerId: customerId ?? undefined,
      occasion: `again-${first}-${randomUUID()}`,
      recipient: to.emailAddress,
      subject,
      replyTo,
      mayResend: true,
      ...saidAgain(services.institution, message, openWords(services, { occasion, ...words })),
    },
    at,
    wishes,
  );
  return success(message);
}

/** Keeps the copy from passing for news, such as of a second payment. The copy of a copy says it already. */
function saidAgain(
  { texts, timeZone }: Institution,
  { occasion, createdAt, sentAt }: Pick<OutboxMessage, 'createdAt' | 'sentAt'> & { readonly occasion: string },
  words: Words,
): Words {
  const line = texts['mail.sentAgain'];
  if (line === null || againOccasion.test(occasion)) return words;
  const date = formatDayMedium(dayAt(sentAt ?? createdAt, timeZone));
  return withLineAbove(words, fillText(line, { date }));
}
