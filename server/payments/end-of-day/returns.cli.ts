import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { takeReturns } from './take-returns.command.ts';
import { recordOperatorAction } from '#server/platform/audit/record-operator-action.ts';
import type { Command } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';

const usage = `passbook returns FILE --by NAME

Takes in a file of returns and notifications of change from the bank (NACHA).
Each returned draft is matched by its trace number, taken off its loan, and its
customer told by mail; a recurring payment counts it as a failure, and accounts
are blocked where the reason demands it. Where the bank wants other numbers, saved
accounts, scheduled and recurring payments and waiting drafts get them. A file that
is not whole changes nothing; the same file again changes nothing either.

Ends with 1 when a notice fits no draft, or a change has to be decided.`;

export const returnsCommand: Command = {
  name: 'returns',
  summary: 'Takes in what the bank returned',
  usage,
  async run(args, context) {
    const {
      by,
      rest: [path, ...more],
    } = takeOperator(args);
    if (!path || more.length > 0) {
      console.error(usage);
      return 2;
    }
    if (!isNamed(by)) return 2;
    const text = await readFile(path, 'latin1');
    const hash = createHash('sha256').update(text).digest('hex');
    await recordOperatorAction(context, { action: 'returns-taken', by, details: { hash } });
    const taken = await takeReturns(context, text);
    if (!taken.ok) {
      console.error(`${path}, ${taken.error}. Nothing was taken in.`);
      return 1;
    }
    const { returned, known, changed, undecided, unmatched } = taken.value;
    console.log(`${returned} payments were returned, ${known} notices were known.`);
    for (const change of changed) console.log(`The account has other numbers now: ${change}.`);
    for (const change of undecided) console.error(`To be decided (passbook changes): ${change}.`);
    for (const notice of unmatched) console.error(`Not matched: ${notice}.`);
    return unmatched.length === 0 && undecided.length === 0 ? 0 : 1;
  },
};
