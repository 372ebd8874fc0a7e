import type { AuditProblem } from './audit-log.ts';

/** @param formatAt shows an instant, given as in ISO 8601 */
export function describeAuditProblem(problem: AuditProblem, formatAt = (at: string) => at): string {
  switch (problem.kind) {
    case 'wrongKey':
      return "The audit log was written with another key: its key in the database doesn't match any entry.";
    case 'changed':
      return `Entry ${problem.auditId}, or the one before it in its lane, was changed, removed or inserted.`;
    case 'cut':
      return `The newest entries of lane ${problem.lane} were removed.`;
    case 'anchorChanged':
      return `The anchor from ${formatAt(problem.at)}, or the one before it, was changed or removed.`;
  }
}
