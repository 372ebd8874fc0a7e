import { failure, type Result, success } from '#common/core/results.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { isSecurityNotice } from './message-catalog.ts';
import { mayBeHeld } from './outbox.queries.ts';
import { deleteUnsent, lockUnsent, type OutboxMessage } from './outbox-messages.queries.ts';

export type DropProblem = 'NotUndelivered' | 'WarnsCustomer' | 'StillTried' | 'BeingSent';

type GiveUpState = 'possible' | Exclude<DropProblem, 'NotUndelivered'>;

/** By its pauses, the eleventh try comes more than a day after the first. */
const TRIES_IN_A_DAY = 11;

/** For the audit log, which is kept forever: without the subject, which may be what a visitor or customer wrote. */
interface DroppedMessage extends Pick<OutboxMessage, 'channel' | 'kind' | 'attempts'> {
  /** The login it was for; null for a recipient without one, such as the institution. */
  readonly customerId: string | null;
  readonly because: 'refusedForGood' | 'triedForADay';
  readonly securityNotice: boolean;
}

/**
 * Gives up a message that can't be delivered: its receiver refused it for good, or it was tried without success for a day. One
 * that warns of what someone may do in the customer's name is given up only after a refusal for good.
 */
export async function dropMessage(
  { clock }: Pick<Services, 'clock'>,
  transaction: Transaction,
  messageId: number,
): Promise<Result<DroppedMessage, DropProblem>> {
  const message = await lockUnsent(transaction, messageId);
  if (!message) return failure('NotUndelivered');
  const problem = problemOf(message, clock.now());
  if (problem) return failure(problem);
  await deleteUnsent(transaction, messageId);
  const { channel, kind, attempts, ownerId: customerId, refusedForGood } = message;
  const because = refusedForGood ? 'refusedForGood' : 'triedForADay';
  return success({ channel, kind, attempts, customerId, because, securityNotice: isSecurityNotice(kind) });
}

/** Says of a message whether it can be given up, or why not yet; null if nothing is wrong with it. */
export function giveUpStateOf(message: OutboxMessage, now: Temporal.Instant): GiveUpState | null {
  const problem = message.sentAt === null ? problemOf(message, now) : 'NotUndelivered';
  return problem === 'NotUndelivered' ? null : (problem ?? 'possible');
}

function problemOf(message: OutboxMessage, now: Temporal.Instant): DropProblem | undefined {
  if (message.troubleReference === null) return 'NotUndelivered';
  // Taking a message to send it ends this state, so none that is refused for good is on its way.
  if (message.refusedForGood) return undefined;
  if (isSecurityNotice(message.kind)) return 'WarnsCustomer';
  // One that someone waits for is tried every few seconds.
  const isOld = Temporal.Instant.compare(message.createdAt, now.subtract({ hours: 24 })) <= 0;
  if (!isOld || message.attempts < TRIES_IN_A_DAY) return 'StillTried';
  return mayBeHeld(message, now) ? 'BeingSent' : undefined;
}
