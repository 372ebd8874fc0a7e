import { formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { cancelDraft, releaseDraft, stopDraft } from './decide-draft.command.ts';
import { listHeldDrafts } from './drafts.queries.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';

const usage = `Usage:
  passbook drafts
  passbook drafts hold CONFIRMATION_NUMBER REASON --by NAME
  passbook drafts release CONFIRMATION_NUMBER --by NAME
  passbook drafts cancel CONFIRMATION_NUMBER REASON --by NAME

Without arguments, lists bank drafts on hold, and why: those held by an operator, and
those that couldn't be written to their bank file.

hold keeps an unsent draft out of the bank file. release sends it with the next bank
file. cancel reverses the payment on the loan and asks the customer by email to pay
another way.

Exits with 1 when the draft isn't in the state the command needs.`;

const MAX_SHOWN = 1_000;

export const draftsCommand: Command = {
  name: 'drafts',
  summary: 'Lists bank drafts on hold; holds, releases, or cancels one',
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
    if (decided.ok) console.log(`Draft ${referenceNumber} ${done[action]}.`);
    else console.error(`Draft ${referenceNumber} was not changed: ${decided.error}.`);
    return decided.ok ? 0 : 1;
  },
};

const done = {
  hold: 'is on hold',
  release: 'goes out with the next bank file',
  cancel: 'is canceled, and its payment reversed on the loan',
} as const;

async function list({ database }: CommandContext): Promise<number> {
  const drafts = await listHeldDrafts(database, MAX_SHOWN);
  if (drafts.length === 0) console.log('No bank drafts on hold.');
  for (const { referenceNumber, amountCents, fileOn, heldReason } of drafts) {
    console.log(`${referenceNumber}  ${formatCents(amountCents)}  of ${formatDay(fileOn)}: ${heldReason ?? ''}`);
  }
  return 0;
}
