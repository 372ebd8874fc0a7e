import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { AuditAnchor } from './audit-log.ts';

const anchorLine = z.object({ at: z.string(), heads: z.record(z.string(), z.string()), mac: z.string() });

/**
 * Reads the anchors of the audit log, one JSON object per line. Lines that a crash cut short are skipped; each anchor
 * covers the one before it, so a changed or missing line is still found.
 * @returns undefined if the file doesn't exist
 */
export async function readAuditAnchors(file: string): Promise<AuditAnchor[] | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text?.split('\n').flatMap((line) => parseAnchor(line) ?? []);
}

/** When it returns, the anchor survives a crash. */
export async function appendAuditAnchor(file: string, anchor: AuditAnchor): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(file, 'a', 0o600);
  try {
    // The line break in front ends a line that a crash cut short.
    await handle.writeFile(`\n${JSON.stringify(anchor)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function parseAnchor(line: string): AuditAnchor | undefined {
  try {
    return anchorLine.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
