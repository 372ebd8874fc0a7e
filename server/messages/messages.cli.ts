import { formatInstantShort } from '#common/core/dates.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { dropMessage, listUndelivered } from './outbox-messages.queries.ts';

const usage = `Usage:
  passbook messages
  passbook messages drop NUMBER REASON --by NAME

Without arguments, lists the mails and texts that could not be sent: those that the
mail server or the text gateway refuses for good first.

drop gives one up, so that the alarm of waiting messages ends. It is never sent: if
the customer needs to know, correct the address instead, which sends it there.

Exits with 1 when no such message waits.`;

const MAX_SHOWN = 1_000;

export const messagesCommand: Command = {
  name: 'messages',
  summary: "Lists messages that can't be delivered, or gives one up",
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    const [action, number, reason = ''] = rest;
    if (action === undefined) return list(context);
    const messageId = Number(number);
    if (action !== 'drop' || rest.length !== 3 || reason.trim() === '' || !Number.isSafeInteger(messageId)) {
      console.error(usage);
      return 2;
    }
    if (!isNamed(by)) return 2;
    const isDropped = await drop(context, messageId, { reason, by });
    if (isDropped) console.log(`Dropped message ${messageId}.`);
    else console.error(`No message ${messageId} was tried in vain.`);
    return isDropped ? 0 : 1;
  },
};

function drop(
  { audit, database }: CommandContext,
  messageId: number,
  decision: { readonly reason: string; readonly by: string },
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const dropped = await dropMessage(transaction, messageId);
    if (!dropped) return false;
    const { customerId, ...what } = dropped;
    const details = { messageId, ...what, ...(customerId === null ? {} : { customerId }), ...decision };
    await audit.record(transaction, { event: 'message-dropped', userId: null, details });
    return true;
  });
}

async function list({ database, institution }: CommandContext): Promise<number> {
  const messages = await listUndelivered(database, MAX_SHOWN);
  if (messages.length === 0) console.log('Every message that was tried has left.');
  for (const { messageId, kind, recipient, createdAt, attempts, refusedForGood, troubleReference } of messages) {
    const since = formatInstantShort(createdAt, institution.timeZone);
    const state = refusedForGood ? 'refused for good' : 'not sent';
    console.log(
      `${messageId}  ${kind}  to ${recipient}  since ${since}: ${state}, tries: ${attempts}, reference ${troubleReference}`,
    );
  }
  return 0;
}
