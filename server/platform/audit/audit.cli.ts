import { findBrokenAuditEntry } from './append-audit-log.queries.ts';
import type { Command } from '#server/platform/cli/command.ts';

export const auditCommand: Command = {
  name: 'audit',
  summary: 'Verifies that no audit log entry was changed or removed',
  usage: 'Usage: passbook audit verify',
  async run([action], { database }) {
    if (action !== 'verify') {
      console.error(auditCommand.usage);
      return 2;
    }
    const broken = await findBrokenAuditEntry(database);
    if (broken === undefined) {
      console.log('Audit log verified.');
      return 0;
    }
    console.error(`Audit log verification failed at entry ${broken}.`);
    return 1;
  },
};
