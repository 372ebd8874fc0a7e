import { formatCents } from '#common/core/money.ts';
import type { Command } from '#server/platform/cli/command.ts';
import { listDisputes } from './card-disputes.queries.ts';

const usage = `Usage:
  passbook disputes

Lists cardholders' disputes, open ones first, with the day by which the processor wants an
answer. Answer them at the processor. A lost one takes the payment off the loan.`;

const MAX_SHOWN = 1_000;

export const disputesCommand: Command = {
  name: 'disputes',
  summary: "Lists cardholders' disputes",
  usage,
  async run(args, { database }) {
    if (args.length > 0) {
      console.error(usage);
      return 2;
    }
    const disputes = await listDisputes(database, MAX_SHOWN);
    if (disputes.length === 0) console.log('No disputes.');
    for (const { state, referenceNumber, accountNumber, amountCents, reason, respondBy } of disputes) {
      const until = state === 'opened' && respondBy !== null ? `, answer by ${formatRespondBy(respondBy)}` : '';
      console.log(
        `${state}  ${referenceNumber}  ${formatCents(amountCents)}  loan ${accountNumber}: ${reason}${until}`,
      );
    }
    return 0;
  },
};

function formatRespondBy(instant: Date | string): string {
  return typeof instant === 'string' ? instant.slice(0, 10) : instant.toISOString().slice(0, 10);
}
