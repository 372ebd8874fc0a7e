import { findBrokenAuditEntry } from './append-audit-log.queries.ts';
import type { Command } from '#server/platform/cli/command.ts';

export const auditCommand: Command = {
  name: 'audit',
  summary: 'Checks that nothing in the audit log was changed or removed',
  usage: 'passbook audit verify',
  async run([action], { database }) {
    if (action !== 'verify') {
      console.error('Say what to do: passbook audit verify');
      return 2;
    }
    const broken = await findBrokenAuditEntry(database);
    if (broken === undefined) {
      console.log('The audit log is whole.');
      return 0;
    }
    console.error(`The audit log is broken at entry ${broken}.`);
    return 1;
  },
};
