import type { Day } from '#common/core/dates.ts';
import { PlainError } from '#server/platform/plain-error.ts';
import type { ImportRun } from './import-run.ts';
import type { UpdateFindings } from './update-report.ts';

export interface UpdateRun extends Omit<ImportRun, 'unlikely' | 'cipher' | 'lengths'> {
  readonly findings: UpdateFindings;
  /** The files contain every payment through this day, and none after it. */
  readonly asOf: Day;
  /** The end of that day. */
  readonly until: Temporal.Instant;
  readonly timeZone: string;
}

/** Left-out accounts that a report names. */
export const LEFT_OUT_SHOWN = 20;

class OlderFile extends PlainError {
  override readonly name = 'OlderFile';
}

/**
 * @param known the day of the file that the books have; null before the first
 * @throws OlderFile, because older figures would undo newer ones
 */
export function assertNotOlder(accountNumber: string, known: Day | null, asOf: Day): void {
  if (known === null || known <= asOf) return;
  throw new OlderFile(`The figures of ${accountNumber} are already those of ${known}. Nothing was updated.`);
}
