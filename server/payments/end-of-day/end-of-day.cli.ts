import { writeFile } from 'node:fs/promises';
import { countOf } from '#common/core/counts.ts';
import { type Day, findDay, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { acknowledgeDifferences } from './acknowledge-differences.command.ts';
import { describeDay } from './describe-day.ts';
import { closeBusinessDays } from './close-business-days.command.ts';
import { findBusinessDay, listOpenDays } from './business-days.queries.ts';
import { planFileRejection, recordFileRejection, type FileRejectionPlan } from './record-file-rejection.command.ts';
import { handOverBankFile } from './hand-over-bank-file.command.ts';
import { recordOperatorAction } from '#server/platform/audit/record-operator-action.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';

const usage = `Usage:
  passbook end-of-day
  passbook end-of-day --catch-up --by NAME
  passbook end-of-day show YYYY-MM-DD
  passbook end-of-day acknowledge YYYY-MM-DD "REASON" --by NAME
  passbook end-of-day file YYYY-MM-DD PATH --by NAME
  passbook end-of-day refused YYYY-MM-DD "REASON" [--hold REFERENCES] --by NAME
  passbook end-of-day refused YYYY-MM-DD "REASON" [--hold REFERENCES] --not-drawn --by NAME

Without arguments, closes every business day that has ended (after the bank draft
cut-off) and isn't closed yet: submits payments due, writes the bank file, assesses
late charges, and compares books, bank file, and card processor. A server job does
the same on its own; running both, or running one twice, is safe. A step that fails
is shown and retried on the next run. Only the steps that depend on it wait.

--catch-up closes more than three days at once. Check the clock first: closing a
business day can't be undone.

show prints what was done and found for a day, or what it is waiting for.

acknowledge records why a closed day doesn't match, once for each day. The differences
stay listed with the reason, but no longer raise an alarm. If you handled one of the
payments that they name, someone else must do this.

file writes a day's bank file to a path readable only by its owner. It contains
account numbers: send it to the bank, then delete it. You can write the same file
again at any time; each time is recorded in the audit log. The stored copy is
encrypted.

refused records that the bank rejected a day's file as a whole and drew none of it: its
drafts and credits leave with the next file, and customers are told of the later day.
It first shows what would leave, and records nothing. Make sure with the bank: if it
drew them, they would be drawn twice. Then run it again with --not-drawn. It isn't
possible once the file was effective more than two business days ago. --hold puts the
drafts with these confirmation numbers, separated by commas, on hold in the same step,
until you release or cancel each (passbook drafts).

Exits with 0 when done; with 1 when something doesn't match, couldn't be done, or was
not recorded yet; with 2 after wrong usage.`;

const MAX_SHOWN = 20;

export const endOfDayCommand: Command = {
  name: 'end-of-day',
  summary: 'Closes business days: bank file, late charges, and comparison of books, bank, and card processor',
  usage,
  async run(args, context) {
    const { by, rest: words } = takeOperator(args);
    const notDrawn = words.includes('--not-drawn');
    const { holding, rest } = takeHolding(words.filter((word) => word !== '--not-drawn'));
    const [action, dayText = '', path] = rest;
    const day = findDay(dayText);
    if ((notDrawn || holding.length > 0) && action !== 'refused') {
      console.error(usage);
      return 2;
    }
    if (action === undefined) return endDays(context, false);
    if (action === 'show' && day && rest.length === 2) return show(context, day);
    const catchesUp = action === '--catch-up' && rest.length === 1;
    const writes = action === 'file' && day && path && rest.length === 3;
    const explains = action === 'acknowledge' && day && path && rest.length === 3;
    const rejects = action === 'refused' && day && path && rest.length === 3;
    if (!catchesUp && !writes && !explains && !rejects) {
      console.error(usage);
      return 2;
    }
    if (!isNamed(by)) return 2;
    if (rejects) return recordRejection(context, day, { reason: path, by, notDrawn, holding });
    if (explains) return acknowledge(context, day, path, by);
    return writes ? writeBankFile(context, day, path, by) : catchUp(context, by);
  },
  async runWithoutInstitution([action, dayText = '', ...more], { database, timeZone }) {
    const day = findDay(dayText);
    if (action !== 'show' || !day || more.length > 0 || timeZone === null) return undefined;
    return show({ database, institution: { timeZone } }, day);
  },
};

async function catchUp(context: CommandContext, by: string): Promise<number> {
  await recordOperatorAction(context, { action: 'end-of-day-catch-up', by });
  return endDays(context, true);
}

async function endDays(context: CommandContext, anyNumber: boolean): Promise<number> {
  const closed = await closeBusinessDays(context, new AbortController().signal, { catchUp: anyNumber });
  const open = await listOpenDays(context.database, MAX_SHOWN);
  if (closed.length === 0 && open.length === 0) console.log('No business days to close.');
  let agrees = true;
  for (const { businessOn } of [...closed, ...open]) agrees = (await show(context, businessOn)) === 0 && agrees;
  return agrees ? 0 : 1;
}

async function show(context: Parameters<typeof describeDay>[0], businessOn: Day): Promise<number> {
  const day = await findBusinessDay(context.database, businessOn);
  if (!day) {
    console.error(`${formatDay(businessOn)} is not closed.`);
    return 1;
  }
  for (const line of await describeDay(context, day)) console.log(line);
  return day.acknowledged || day.comparison?.differences.length === 0 ? 0 : 1;
}

async function acknowledge(context: CommandContext, businessOn: Day, reason: string, by: string): Promise<number> {
  const acknowledged = await acknowledgeDifferences(context, businessOn, { by, reason });
  if (!acknowledged.ok) {
    const why = {
      NoDifferences: 'has no differences',
      AcknowledgedAlready: 'is already explained',
      OwnPayment: `names a payment, refund, or draw that ${by} handled. Someone else must explain it`,
    };
    console.error(`${formatDay(businessOn)} ${why[acknowledged.error]}.`);
    return 1;
  }
  return show(context, businessOn);
}

async function writeBankFile(context: CommandContext, businessOn: Day, path: string, by: string): Promise<number> {
  const written = await handOverBankFile(context, businessOn, {
    by,
    write: (text) => writeFile(path, text, { mode: 0o600, flag: 'wx' }),
  });
  if (!written.ok) {
    console.error(`${formatDay(businessOn)} ${fileRefusals[written.error]}.`);
    return 1;
  }
  const file = written.value;
  const { creditCount } = file;
  const credits =
    creditCount === 0 ? '' : ` and ${countOf(creditCount, 'credit')} totaling ${formatCents(file.creditCents)}`;
  console.log(
    `Wrote ${countOf(file.entryCount, 'draft')} totaling ${formatCents(file.debitCents)}${credits} to ${path}.`,
  );
  return 0;
}

interface RejectionWords {
  readonly reason: string;
  readonly by: string;
  /** They made sure with the bank. */
  readonly notDrawn: boolean;
  /** Confirmation numbers. */
  readonly holding: readonly string[];
}

function takeHolding(words: readonly string[]): {
  readonly holding: readonly string[];
  readonly rest: readonly string[];
} {
  const place = words.indexOf('--hold');
  if (place === -1) return { holding: [], rest: words };
  return { holding: (words[place + 1] ?? '').toUpperCase().split(','), rest: words.toSpliced(place, 2) };
}

async function recordRejection(
  context: CommandContext,
  businessOn: Day,
  { reason, by, notDrawn, holding }: RejectionWords,
): Promise<number> {
  if (!notDrawn) return showRejection(await planFileRejection(context, businessOn, holding), businessOn);
  const recorded = await recordFileRejection(context, businessOn, { reason, by, holding }, () => Promise.resolve());
  if (!recorded.ok) {
    console.error(`${formatDay(businessOn)} ${fileRefusals[recorded.error]}.`);
    return 1;
  }
  console.log(`Recorded: ${whatLeaves(recorded.value)}.`);
  return 0;
}

function showRejection(plan: FileRejectionPlan | undefined, businessOn: Day): number {
  const obstacle = plan ? plan.obstacle : 'NoFile';
  if (obstacle !== null) console.error(`${formatDay(businessOn)} ${fileRefusals[obstacle]}.`);
  else if (plan) {
    console.log(`Nothing is recorded yet. Would record: ${whatLeaves(plan)}.`);
    console.log('Make sure with the bank that it drew none of them, then run it again with --not-drawn.');
  }
  return 1;
}

function whatLeaves(plan: FileRejectionPlan): string {
  const { drafts, debitCents, held, heldCents, credits, creditCents, effectiveOn, insteadOf } = plan;
  const kept = held === 0 ? '' : `; ${countOf(held, 'draft')} totaling ${formatCents(heldCents)} put on hold`;
  const entries = `${countOf(drafts, 'draft')} totaling ${formatCents(debitCents)} and ${countOf(credits, 'credit')} totaling ${formatCents(creditCents)}`;
  return `${entries} leave with the next file, effective ${formatDay(effectiveOn)} instead of ${formatDay(insteadOf)}${kept}`;
}

const fileRefusals = {
  NoFile: 'has no bank file',
  RefusedAlready: 'has a bank file that is already recorded as rejected',
  TooLate:
    'has a bank file that was effective more than two business days ago, so the bank has already debited the accounts',
  NotInFile: 'has a bank file, but not with every draft that is to be put on hold',
  BankAnswered: 'has a bank file that the bank took: it has sent a return or a notification of change about it',
};
