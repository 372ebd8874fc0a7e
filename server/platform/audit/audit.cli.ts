import type { AnyContext, Command } from '#server/platform/cli/command.ts';
import { describeAuditProblem } from './describe-audit-problem.ts';
import { verifyAuditLog } from './verify-audit-log.command.ts';

export const auditCommand: Command = {
  name: 'audit',
  summary: 'Verifies that no audit log entry was changed or removed',
  usage: `Usage: passbook audit verify [FILE]

Compares the audit log with its key and with the anchors that were written outside the database:
FILE, or else PASSBOOK_AUDIT_ANCHORS. Exit code 1 means that entries were changed or removed,
or that the file doesn't exist. The desk's health page shows when that was, and the result, unless FILE is
another than PASSBOOK_AUDIT_ANCHORS. Entries newer than the last anchor can be removed unnoticed.`,
  run: verify,
  runWithoutInstitution: verify,
};

async function verify([action, file, ...more]: readonly string[], context: AnyContext): Promise<number> {
  if (action !== 'verify' || more.length > 0) {
    console.error(auditCommand.usage);
    return 2;
  }
  const anchorsFile = file ?? context.config.auditAnchorsFile;
  const { problems, lastAnchor: last } = await verifyAuditLog(context, 'command line', { anchorsFile });
  for (const problem of problems) console.error(describeAuditProblem(problem));
  if (!last) {
    console.error(`There are no anchors in ${anchorsFile}, so removed entries can't be detected.`);
    return 1;
  }
  if (problems.length > 0) return 1;
  console.log(`Audit log verified. The last anchor is from ${last.at}.`);
  return 0;
}
