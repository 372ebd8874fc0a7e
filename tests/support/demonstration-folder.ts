import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from './server-process.ts';

/** The Saturday before Thanksgiving, 10:00 in the institution's time zone. */
const demonstrationNow = '2026-11-21T10:00:00-05:00';

/** Lets the server create its demonstration in a new folder, on the embedded database or as `environment` says. */
export async function prepareDemonstrationFolder(environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'passbook-prepared-'));
  const server = await startServerProcess({ ...demonstrationEnvironment(folder), ...environment });
  const code = await server.stop();
  if (code !== 0) throw new Error(`The server exited with ${code}.\n${server.output()}`);
  return folder;
}

export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

export function demonstrationEnvironment(folder: string): Record<string, string> {
  return { PASSBOOK_DATA: folder, PASSBOOK_NOW: demonstrationNow, PASSBOOK_LOG_LEVEL: 'warn' };
}
