import { formatInstantShort } from '#common/core/dates.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { dropMessage, type DropProblem } from './drop-message.command.ts';
import { listUndelivered } from './outbox-messages.queries.ts';

const usage = `Usage:
  passbook messages
  passbook messages drop NUMBER REASON --by NAME

Without arguments, lists the mails and texts that could not be sent: those that the
mail server or the text gateway refuses for good first.

drop gives one up, so that the alarm of waiting messages ends: one that its receiver
refuses for good, or that was tried without success for a day. What warns a customer is given
up only if it is refused for good. It is never sent: if the customer needs to know,
correct the address instead. What waits then goes there, except warnings, which stay
with the address they were written to.

Exits with 1 when it can't be given up, and says why.`;

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
    const problem = await drop(context, messageId, { reason, by });
    if (problem === undefined) console.log(`Dropped message ${messageId}.`);
    else console.error(`Message ${messageId} ${problemWords[problem]}`);
    return problem === undefined ? 0 : 1;
  },
};

const problemWords: Readonly<Record<DropProblem, string>> = {
  NotUndelivered: 'has not failed.',
  WarnsCustomer: 'warns its customer, so it is dropped only once its receiver refuses it for good.',
  StillTried: 'may still arrive: it was not refused for good, and has not been tried for a day.',
  BeingSent: 'may be on its way right now. Try again in two minutes.',
};

function drop(
  { audit, clock, database }: CommandContext,
  messageId: number,
  decision: { readonly reason: string; readonly by: string },
): Promise<DropProblem | undefined> {
  return inTransaction(database, async (transaction) => {
    const dropped = await dropMessage({ clock }, transaction, messageId);
    if (!dropped.ok) return dropped.error;
    const { customerId, ...what } = dropped.value;
    const details = { messageId, ...what, ...(customerId === null ? {} : { customerId }), ...decision };
    await audit.record(transaction, { event: 'message-dropped', userId: null, details });
    return undefined;
  });
}

async function list({ database, institution }: CommandContext): Promise<number> {
  const messages = await listUndelivered(database, MAX_SHOWN);
  if (messages.length === 0) console.log('No message has failed.');
  for (const { messageId, kind, recipient, createdAt, attempts, refusedForGood, troubleReference } of messages) {
    const since = formatInstantShort(createdAt, institution.timeZone);
    const state = refusedForGood ? 'refused for good' : 'not sent';
    console.log(
      `${messageId}  ${kind}  to ${recipient}  since ${since}: ${state}, tries: ${attempts}, reference ${troubleReference}`,
    );
  }
  return 0;
}
