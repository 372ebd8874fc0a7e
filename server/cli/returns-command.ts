import { readFile } from 'node:fs/promises';
import { takeReturns } from '#server/features/payments/end-of-day/take-returns.command.ts';
import type { Command } from './command.ts';

const usage = `passbook returns FILE

Takes in a file of returns and notifications of change from the bank (NACHA).
Each returned draft is matched by its trace number, taken off its loan, and its
customer told by mail; a recurring payment counts it as a failure, and accounts
are blocked where the reason demands it. A file that is not whole changes nothing;
the same file again changes nothing either.

Ends with 1 when a notice fits no draft, or when the bank wants numbers changed.`;

export const returnsCommand: Command = {
  name: 'returns',
  summary: 'Takes in what the bank returned',
  usage,
  async run([path, ...more], context) {
    if (!path || more.length > 0) {
      console.error(usage);
      return 2;
    }
    const taken = await takeReturns(context, await readFile(path, 'latin1'));
    if (!taken.ok) {
      console.error(`${path}, ${taken.error}. Nothing was taken in.`);
      return 1;
    }
    const { returned, known, changes, unmatched } = taken.value;
    console.log(`${returned} payments were returned, ${known} notices were known.`);
    for (const change of changes) console.log(`The bank wants other numbers: ${change}.`);
    for (const notice of unmatched) console.error(`Not matched: ${notice}.`);
    return unmatched.length === 0 && changes.length === 0 ? 0 : 1;
  },
};
