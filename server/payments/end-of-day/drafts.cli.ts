import { formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { cancelDraft, releaseDraft, stopDraft } from './decide-draft.command.ts';
import { listHeldDrafts } from './drafts.queries.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';

const usage = `passbook drafts
passbook drafts hold CONFIRMATION_NUMBER REASON --by NAME
passbook drafts release CONFIRMATION_NUMBER --by NAME
passbook drafts cancel CONFIRMATION_NUMBER REASON --by NAME

Without more it lists the bank drafts that are set aside, and why: those that an
operator holds, and those that fitted no bank entry when their file was made.

hold sets a draft aside that has not left yet. release lets it leave with the next
bank file. cancel gives it up: the payment is taken off the loan, and the customer
told by mail to pay another way.

Ends with 1 when a draft is not as the command needs it.`;

const MAX_SHOWN = 1_000;

export const draftsCommand: Command = {
  name: 'drafts',
  summary: 'Shows bank drafts that are set aside, and holds, releases or cancels one',
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    const [action, referenceNumber, reason] = rest;
    if (action === undefined) return list(context);
    const isComplete = action === 'release' ? rest.length === 2 : rest.length === 3;
    const isKnown = action === 'hold' || action === 'release' || action === 'cancel';
    if (!isKnown || !isComplete || referenceNumber === undefined) {
      console.error(usage);
      return 2;
    }
    if (!isNamed(by)) return 2;
    const decision = { reason: reason ?? '', by };
    const decided =
      action === 'release'
        ? await releaseDraft(context, referenceNumber, by)
        : await { hold: stopDraft, cancel: cancelDraft }[action](context, referenceNumber, decision);
    if (decided.ok) console.log(`The draft ${referenceNumber} ${done[action]}.`);
    else console.error(`The draft ${referenceNumber} stays as it is: ${decided.error}.`);
    return decided.ok ? 0 : 1;
  },
};

const done = {
  hold: 'is set aside',
  release: 'leaves with the next bank file',
  cancel: 'is cancelled, and its payment taken off the loan',
} as const;

async function list({ database }: CommandContext): Promise<number> {
  const drafts = await listHeldDrafts(database, MAX_SHOWN);
  if (drafts.length === 0) console.log('No bank draft is set aside.');
  for (const { referenceNumber, amountCents, fileOn, heldReason } of drafts) {
    console.log(`${referenceNumber}  ${formatCents(amountCents)}  of ${formatDay(fileOn)}: ${heldReason ?? ''}`);
  }
  return 0;
}
