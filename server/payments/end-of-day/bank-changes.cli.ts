import { parseArgs } from 'node:util';
import { applyDecidedChange, dismissChange, readWaitingChange } from './decide-bank-change.command.ts';
import { listWaitingChanges } from './bank-changes.queries.ts';
import type { CorrectedAccount } from '#server/payments-network/nacha/change-codes.ts';
import { recordOperatorAction } from '#server/platform/audit/record-operator-action.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';

const usage = `Usage:
  passbook changes
  passbook changes show TRACE_NUMBER --by NAME
  passbook changes apply TRACE_NUMBER [--routing NUMBER] [--account NUMBER] [--type Checking|Savings] --by NAME
  passbook changes dismiss TRACE_NUMBER --by NAME

A bank that accepts a draft or a bank credit may send corrected account details for
future ones (a notification of change). "passbook returns" applies them to saved bank
accounts, to scheduled and recurring payments, and to drafts and credits not yet sent,
and tells the customer.

Without arguments, lists the changes that couldn't be applied, and why. show prints
the bank's correction, which contains account numbers. apply sets the values you read
from it; values you leave out stay the same. dismiss keeps the account unchanged.

Exits with 1 when no change is waiting for the trace number, or it can't be applied.`;

const MAX_SHOWN = 1_000;

export const changesCommand: Command = {
  name: 'changes',
  summary: 'Lists, applies, or dismisses account corrections from banks',
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    if (rest.length === 0) return list(context);
    const asked = read(rest);
    if (!asked) {
      console.error(usage);
      return 2;
    }
    if (!isNamed(by)) return 2;
    return asked.action === 'show' ? show(context, asked.traceNumber, by) : decide(context, asked, by);
  },
};

interface Asked {
  readonly action: 'show' | 'apply' | 'dismiss';
  readonly traceNumber: string;
  readonly correction: CorrectedAccount;
}

function read(args: readonly string[]): Asked | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { routing: { type: 'string' }, account: { type: 'string' }, type: { type: 'string' } },
      allowPositionals: true,
    });
    const [action, traceNumber, ...more] = positionals;
    const { routing, account, type } = values;
    if (action !== 'show' && action !== 'apply' && action !== 'dismiss') return undefined;
    if (traceNumber === undefined || more.length > 0) return undefined;
    const kind = type === 'Checking' || type === 'Savings' ? type : undefined;
    if (type !== kind) return undefined;
    const correction: CorrectedAccount = {
      ...(routing !== undefined && { routingNumber: routing }),
      ...(account !== undefined && { accountNumber: account }),
      ...(kind !== undefined && { kind }),
    };
    if ((action === 'apply') !== Object.keys(correction).length > 0) return undefined;
    return { action, traceNumber, correction };
  } catch {
    return undefined;
  }
}

async function list({ database }: CommandContext): Promise<number> {
  const waiting = await listWaitingChanges(database, { traceNumber: null, limit: MAX_SHOWN });
  if (waiting.length === 0) console.log('No changes waiting.');
  for (const { traceNumber, kind, code, referenceNumber, reason } of waiting) {
    const item = kind === 'credit' ? 'bank credit' : 'payment';
    console.log(`${traceNumber}  ${code}  ${item} ${referenceNumber}: ${reason}`);
  }
  return 0;
}

async function show(context: CommandContext, traceNumber: string, by: string): Promise<number> {
  const changes = await readWaitingChange(context, traceNumber);
  if (changes.length === 0) {
    console.error('No change is waiting for that trace number.');
    return 1;
  }
  await recordOperatorAction(context, { action: 'bank-account-change-shown', by, details: { traceNumber } });
  for (const { code, corrected } of changes) console.log(`${code}  ${corrected}`);
  return 0;
}

async function decide(context: CommandContext, asked: Asked, by: string): Promise<number> {
  const { action, traceNumber, correction } = asked;
  const decided =
    action === 'apply'
      ? await applyDecidedChange(context, traceNumber, correction, by)
      : await dismissChange(context, traceNumber, by);
  if (!decided.ok) {
    console.error(`Nothing changed: ${decided.error}.`);
    return 1;
  }
  console.log(
    action === 'apply' ? 'The account was changed and the customer notified.' : 'The account was not changed.',
  );
  return 0;
}
