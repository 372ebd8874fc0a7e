import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Config } from '#server/platform/config.ts';

const verification = z.object({
  at: z.string(),
  /** `schedule`, `command line`, or the address of someone of the staff. */
  by: z.string(),
  /** How many problems were found; null if it did not come to an end. */
  problems: z.number().int().min(0).nullable(),
});

export type AuditVerification = z.infer<typeof verification>;

export interface LastVerifications {
  readonly last: AuditVerification | undefined;
  /** The newest one that came to an end. */
  readonly finished: (AuditVerification & { readonly problems: number }) | undefined;
}

type AuditFiles = Pick<Config, 'auditAnchorsFile'>;

/** Beside the anchors, outside the database: whoever changes entries can't make their verification look well. */
function fileOf({ auditAnchorsFile }: AuditFiles): string {
  return `${auditAnchorsFile}.verifications`;
}

export async function appendVerification(config: AuditFiles, done: AuditVerification): Promise<void> {
  const file = fileOf(config);
  await mkdir(path.dirname(file), { recursive: true });
  // The line break in front ends a line that a crash cut short.
  await appendFile(file, `\n${JSON.stringify(done)}\n`, { mode: 0o600 });
}

/** Nothing is known of what was never verified, or where the file is missing. */
export async function readVerifications(config: AuditFiles): Promise<LastVerifications> {
  const text = await readFile(fileOf(config), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  const known = text.split('\n').flatMap((line) => parse(line) ?? []);
  const isFinished = (one: AuditVerification): one is NonNullable<LastVerifications['finished']> =>
    one.problems !== null;
  return { last: known.at(-1), finished: known.findLast(isFinished) };
}

function parse(line: string): AuditVerification | undefined {
  try {
    return verification.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
