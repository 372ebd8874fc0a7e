import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { countOf } from '#common/core/counts.ts';
import { takeReturns } from './take-returns.command.ts';
import { recordOperatorAction } from '#server/platform/audit/record-operator-action.ts';
import type { Command } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';

const usage = `Usage: passbook returns FILE --by NAME

Imports a NACHA file of returns and notifications of change from the bank. Each
returned draft is matched by its trace number and reversed on its loan, and the
customer is told by email. On a recurring payment it counts as a failed payment, and
accounts are blocked where the return reason requires it. Corrected account details
are applied to saved accounts, scheduled and recurring payments, and unsent drafts and
bank credits.
An incomplete file changes nothing, and importing the same file twice changes nothing.

Exits with 1 when an entry matches no draft and no bank credit, could not be taken, or
a change needs a decision.`;

export const returnsCommand: Command = {
  name: 'returns',
  summary: 'Imports returns and corrections from the bank',
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
      console.error(`${path}, ${taken.error}. Nothing was imported.`);
      return 1;
    }
    const { returned, known, changed, undecided, unmatched, failed } = taken.value;
    console.log(`${countOf(returned, 'payment')} returned, ${known} already processed.`);
    for (const change of changed) console.log(`Account details changed: ${change}.`);
    for (const change of undecided) console.error(`Needs a decision (passbook changes): ${change}.`);
    for (const notice of unmatched) console.error(`Not matched: ${notice}.`);
    for (const notice of failed) console.error(`Not taken: ${notice}.`);
    return unmatched.length === 0 && undecided.length === 0 && failed.length === 0 ? 0 : 1;
  },
};
