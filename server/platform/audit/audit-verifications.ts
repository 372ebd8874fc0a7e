import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Config } from '#server/platform/config.ts';
import type { Services } from '#server/services.ts';

const verification = z.object({
  at: z.string(),
  /** `schedule`, `command line`, or the address of someone of the staff. */
  by: z.string(),
  /** How many problems were found; null if it did not come to an end. */
  problems: z.number().int().min(0).nullable(),
  /** Whether there were anchors; without them, entries that were removed are not found. */
  anchored: z.boolean().default(true),
});

export type AuditVerification = z.infer<typeof verification>;

export interface LastVerifications {
  readonly last: AuditVerification | undefined;
  /** The newest one that came to an end and says something: without anchors, that nothing was found says too little. */
  readonly finished: (AuditVerification & { readonly problems: number }) | undefined;
}

type AuditFiles = Pick<Config, 'auditAnchorsFile'>;

/** Beside the anchors, outside the database: someone who can change entries can't fake their verification. */
function fileOf({ auditAnchorsFile }: AuditFiles): string {
  return `${auditAnchorsFile}.verifications`;
}

/** If it can't be stored, the log says so, and the caller still gets the result. */
export async function keepVerification(
  { config, log }: { readonly config: AuditFiles; readonly log: Services['log'] },
  done: AuditVerification,
): Promise<void> {
  const file = fileOf(config);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    // The line break in front ends a line that a crash cut short.
    await appendFile(file, `\n${JSON.stringify(done)}\n`, { mode: 0o600 });
  } catch (error) {
    log.error({ err: error, verification: done }, 'the result of verifying the audit log could not be kept');
  }
}

/** Nothing is known of what was never verified, or where the file is missing. */
export async function readVerifications(config: AuditFiles): Promise<LastVerifications | 'unreadable'> {
  const text = await readFile(fileOf(config), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    return undefined;
  });
  if (text === undefined) return 'unreadable';
  const known = text.split('\n').flatMap((line) => parse(line) ?? []);
  const isFinished = (one: AuditVerification): one is NonNullable<LastVerifications['finished']> =>
    one.problems !== null && (one.anchored || one.problems > 0);
  return { last: known.at(-1), finished: known.findLast(isFinished) };
}

function parse(line: string): AuditVerification | undefined {
  try {
    return verification.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
