import { isHoldCodeIn } from '#common/accounts/rules/account.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import {
  changeHoldCode,
  findHoldCodeObstacle,
  type HoldCodeRefusal,
  settableHoldCodes,
} from './change-hold-code.command.ts';

const usage = `Usage:
  passbook hold-code ACCOUNT
  passbook hold-code ACCOUNT CODE --by NAME
  passbook hold-code ACCOUNT none --by NAME

Shows the hold code of a loan, such as of a bankruptcy, and the codes that can be set. With
--by, sets a code or lifts it. Planned payments that a code stops are paused, and the
customer is told by email.`;

const NONE = 'none';

export const holdCodeCommand: Command = {
  name: 'hold-code',
  summary: 'Sets or lifts the hold code of a loan',
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    const [accountNumber, written, ...more] = rest;
    if (accountNumber === undefined || more.length > 0) {
      console.error(usage);
      return 2;
    }
    const [owned] = await context.host.listLoans([accountNumber], context.clock.today());
    if (!owned) return refuse('NotALoan');
    const loan = { customerId: owned.customerId, accountNumber, before: owned.loan.holdCode };
    if (written === undefined) return show(context, loan.before);
    if (!isNamed(by)) return 2;
    return change(context, { ...loan, written, by });
  },
};

function show(context: CommandContext, holdCode: string): number {
  const codes = [...settableHoldCodes(context)].map(([code, words]) => `${code} (${words})`);
  console.log(holdCode === '' ? 'The loan has no hold code.' : `Hold code: ${holdCode}`);
  console.log(codes.length === 0 ? 'No codes can be set.' : `Codes that can be set: ${codes.join(', ')}`);
  return 0;
}

interface WrittenChange {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly before: string;
  readonly written: string;
  readonly by: string;
}

async function change(context: CommandContext, { written, by, ...loan }: WrittenChange): Promise<number> {
  const wanted = written.toLowerCase() === NONE ? '' : written.toUpperCase();
  if (loan.before === wanted || (wanted !== '' && isHoldCodeIn(wanted, [loan.before]))) {
    console.error('The loan has this hold code already.');
    return 1;
  }
  const obstacle = await findHoldCodeObstacle(context, { ...loan, wanted });
  if (obstacle) return refuse(obstacle);
  const decision = { by, reason: 'Command line' };
  const changed = await changeHoldCode(context, { ...loan, wanted }, decision, () => Promise.resolve());
  if (!changed.ok) return refuse(changed.error);
  console.log(wanted === '' ? `Lifted: ${loan.before}` : `Set: ${wanted}`);
  return 0;
}

function refuse(refusal: HoldCodeRefusal): number {
  console.error(refusals[refusal]);
  return 1;
}

const refusals: Readonly<Record<HoldCodeRefusal, string>> = {
  NotALoan: 'This is not a loan on the books.',
  CoreDoesThis: 'The core changes hold codes itself.',
  FiguresFromFiles: "The figures of the loan come from the core's files, so the core changes its hold code.",
  LoanClosed: 'The loan is closed.',
  UnknownHoldCode: 'deskOptions.holdCodes lists no such code.',
  HoldsChanged: 'The hold code has changed meanwhile. Look again.',
};
