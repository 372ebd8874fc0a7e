import { isDeepStrictEqual } from 'node:util';
import type { Job } from '#server/platform/jobs/job.ts';
import { appendAuditAnchor, readAuditAnchors } from './audit-anchors.ts';

/** Every five minutes: writes the newest entries of the audit log down outside the database. */
export const anchorAuditLogJob: Job = {
  name: 'anchor-audit-log',
  schedule: '*/5 * * * *',
  async run({ audit, config, database }) {
    const previous = (await readAuditAnchors(config.auditAnchorsFile))?.at(-1);
    const anchor = await audit.makeAnchor(database, previous);
    if (isDeepStrictEqual(anchor.heads, previous?.heads)) return;
    await appendAuditAnchor(config.auditAnchorsFile, anchor);
  },
};
