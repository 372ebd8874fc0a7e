import type { Readable } from 'node:stream';
import { countOf } from '#common/core/counts.ts';
import { addDays, type Day } from '#common/core/dates.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { createImportKeys } from './import.queries.ts';
import { ImportProblems, ImportRefused } from '#server/platform/import/import-problems.ts';
import { updateAccountsFromFile } from './update-accounts.ts';
import { updateLoansFromFile } from './update-loans.ts';
import { UpdateFindings, type UpdateReport } from './update-report.ts';

/** Either file may be missing. */
export interface UpdateSources {
  readonly accounts?: Readable | undefined;
  readonly loans?: Readable | undefined;
}

export interface UpdateChoices {
  /** The files contain every payment through this day, and none after it. */
  readonly asOf: Day;
  /** Stops if more than this share of the accounts would change a balance. */
  readonly maxChangedPercent: number;
  /** Stops if the files leave out more than this share of the open accounts. */
  readonly maxLeftOutPercent: number;
  readonly dryRun?: boolean;
  /** Counts payments whose return or other change the books don't have yet; the files may contain it. */
  readonly countWaiting?: (transaction: Transaction) => Promise<number>;
  /** Writes the update to the audit log in the same transaction. */
  readonly record?: (
    transaction: Transaction,
    counts: Pick<UpdateReport, 'updated' | 'changed' | 'leftOutCount'>,
  ) => Promise<void>;
}

export interface UpdateDestination {
  readonly database: Database;
  readonly clock: Clock;
  readonly institution: Pick<Institution, 'servicing' | 'timeZone'>;
}

/**
 * Replaces the figures of accounts by those of a core's files, all or nothing. The portal's payments since `asOf` stay
 * on top. Accounts the files leave out stay as they are. The same files again change nothing.
 * @throws OlderFile if the books already have figures of a later day
 */
export async function updateBooks(
  { database, clock, institution }: UpdateDestination,
  sources: UpdateSources,
  choices: UpdateChoices,
): Promise<UpdateReport> {
  const problems = new ImportProblems();
  const findings = new UpdateFindings();
  const stopped: string[] = [];
  const { asOf } = choices;
  const { servicing, timeZone } = institution;
  const until = Temporal.PlainDate.from(addDays(asOf, 1)).toZonedDateTime(timeZone).toInstant();
  try {
    await inTransaction(database, async (transaction) => {
      const waiting = (await choices.countWaiting?.(transaction)) ?? 0;
      const run = { transaction, clock, problems, findings, servicing, asOf, until, timeZone };
      await createImportKeys(transaction);
      await updateAccountsFromFile(run, sources.accounts);
      await updateLoansFromFile(run, sources.loans);
      stopped.push(...reasonsToStop(findings, choices, waiting));
      if (problems.total > 0 || stopped.length > 0 || choices.dryRun === true) throw new ImportRefused();
      await choices.record?.(transaction, findings);
    });
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
  } finally {
    for (const source of [sources.accounts, sources.loans]) source?.destroy();
  }
  const { updated, changed, differences, unknown, chargedOff, chargedOffCount, leftOut, leftOutCount } = findings;
  return {
    problemCount: problems.total,
    problems: problems.shown,
    updated,
    changed,
    differences,
    unknown,
    chargedOff,
    chargedOffCount,
    leftOut,
    leftOutCount,
    stopped,
  };
}

function reasonsToStop(
  { updated, changed, leftOutCount }: UpdateFindings,
  { maxChangedPercent, maxLeftOutPercent }: UpdateChoices,
  waiting: number,
): string[] {
  const reasons: string[] = [];
  if (waiting > 0) {
    reasons.push(
      `Changes of ${countOf(waiting, 'payment')} are not on the books yet, such as returns, and would count twice. They follow within minutes; try again then.`,
    );
  }
  if (changed * 100 > updated * maxChangedPercent) {
    reasons.push(
      `The balances of ${changed} of ${countOf(updated, 'account')} would change, more than ${maxChangedPercent}%.`,
    );
  }
  const open = updated + leftOutCount;
  if (leftOutCount * 100 > open * maxLeftOutPercent) {
    reasons.push(
      `The files leave out ${leftOutCount} of ${countOf(open, 'open account')}, more than ${maxLeftOutPercent}%.`,
    );
  }
  return reasons;
}
