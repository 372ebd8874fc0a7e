import { type Day, findDay, formatDay } from '#common/core/dates.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import type { LoanName } from '#server/payments/operator/loan-on-our-books.ts';
import {
  type LienWithdrawalRefusal,
  listLiensToDo,
  planLienRelease,
  releaseLien,
  type ReleaseRefusal,
  withdrawLienRelease,
} from './release-lien.command.ts';

const usage = `Usage:
  passbook lien
  passbook lien ACCOUNT
  passbook lien ACCOUNT YYYY-MM-DD REFERENCE --by NAME
  passbook lien ACCOUNT withdraw --by NAME

Without an account, lists loans that were paid off and wait for the release of their lien,
and those that owe again after it. With a day and the number of the document, records that
the lien was released; with withdraw, takes the record back. The customer is told by email.`;

const MAX_LISTED = 200;
const WITHDRAW = 'withdraw';

export const lienCommand: Command = {
  name: 'lien',
  summary: 'Records that the lien of a paid-off loan was released',
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    const [accountNumber, written, ...words] = rest;
    if (accountNumber === undefined) return list(context);
    const [owned] = await context.host.listLoans([accountNumber], context.clock.today());
    if (!owned) return refuse('NotALoan');
    const loan = { customerId: owned.customerId, accountNumber };
    if (written === undefined) return show(context, loan);
    if (!isNamed(by)) return 2;
    const releasedOn = findDay(written);
    const reference = words.join(' ').trim();
    if (written === WITHDRAW && words.length === 0) return withdraw(context, loan, by);
    if (releasedOn === undefined || reference === '') {
      console.error(usage);
      return 2;
    }
    return record(context, { ...loan, releasedOn, reference }, by);
  },
};

async function list(context: CommandContext): Promise<number> {
  const liens = await listLiensToDo(context, MAX_LISTED);
  if (!liens) return refuse('CoreDoesThis');
  for (const { accountNumber, description } of liens.owingAgain) {
    console.log(`${accountNumber}  ${description}: owes again after the release`);
  }
  for (const { accountNumber, description, releasableOn, obstacle } of liens.waiting) {
    const from = releasableOn && obstacle === 'MayComeBack' ? `, from ${formatDay(releasableOn)} on` : '';
    console.log(`${accountNumber}  ${description}: waits${from}`);
  }
  console.log(`Loans: ${liens.owingAgain.length + liens.waitingCount}`);
  if (liens.waiting.length < liens.waitingCount) console.log(`Listed of those that wait: ${liens.waiting.length}`);
  return 0;
}

async function show(context: CommandContext, loan: LoanName): Promise<number> {
  const planned = await planLienRelease(context, loan);
  if (!planned.ok) return refuse(planned.error);
  const { state, obstacle, releasableOn } = planned.value;
  if (state.released) {
    console.log(`Released on ${formatDay(state.released.releasedOn)}, document ${state.released.reference}.`);
  }
  if (obstacle === null) console.log('The release can be recorded.');
  else if (!state.released) console.log(refusals[obstacle]);
  if (obstacle === 'MayComeBack' && releasableOn) console.log(`From ${formatDay(releasableOn)} on.`);
  return 0;
}

interface WrittenRelease extends LoanName {
  readonly releasedOn: Day;
  readonly reference: string;
}

async function record(context: CommandContext, release: WrittenRelease, by: string): Promise<number> {
  const released = await releaseLien(context, release, decisionOf(by), () => Promise.resolve());
  if (!released.ok) return refuse(released.error);
  console.log(`Recorded: released on ${formatDay(release.releasedOn)}, document ${release.reference}.`);
  return 0;
}

async function withdraw(context: CommandContext, loan: LoanName, by: string): Promise<number> {
  const withdrawn = await withdrawLienRelease(context, loan, decisionOf(by), () => Promise.resolve());
  if (!withdrawn.ok) return refuse(withdrawn.error);
  console.log(`Withdrawn: the release of ${formatDay(withdrawn.value.releasedOn)}.`);
  return 0;
}

function decisionOf(by: string) {
  return { by, reason: 'Command line' };
}

function refuse(refusal: ReleaseRefusal | LienWithdrawalRefusal): number {
  console.error(refusals[refusal]);
  return 1;
}

const refusals: Readonly<Record<ReleaseRefusal | LienWithdrawalRefusal, string>> = {
  NotALoan: 'This is not a loan on the books.',
  CoreDoesThis: 'The core records liens itself.',
  FiguresFromFiles: "The figures of the loan come from the core's files, so the core records its lien.",
  NotSecured: 'deskOptions.securedLoanTypes does not name the type of this loan.',
  ReleasedAlready: 'The release is recorded already.',
  StillOwed: 'The loan still owes something.',
  PayoffHeld: 'The loan is in dispute, or locked for payoff.',
  MayComeBack: 'The payoff can still come back (deskOptions.lienReleaseWaitingDays).',
  ReleasedLater: 'That day has not come.',
  ReleasedBeforePayoff: 'That day is before the last payment.',
  NoLienRelease: 'No release is recorded.',
};
