import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from './server-process.ts';

/** Saturday before Thanksgiving, ten in the morning where the institution is. */
const demonstrationNow = '2026-11-21T10:00:00-05:00';

/** Names the folder for the workers of a run. */
export const preparedFolderVariable = 'PASSBOOK_TEST_PREPARED';

/** Lets the server make its demonstration once, in a new folder that {@link copyDemonstration} copies. */
export async function prepareDemonstrationFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'passbook-prepared-'));
  const server = await startServerProcess(demonstrationEnvironment(folder));
  const code = await server.stop();
  if (code !== 0) throw new Error(`The server ended with ${code}.\n${server.output()}`);
  return folder;
}

/** A data folder of its own, as it is after the first start. */
export async function copyDemonstration(): Promise<string> {
  const prepared = process.env[preparedFolderVariable];
  if (!prepared) throw new Error(`${preparedFolderVariable} is not set; the global setup of the run sets it.`);
  const folder = await mkdtemp(join(tmpdir(), 'passbook-e2e-'));
  await cp(prepared, folder, { recursive: true });
  return folder;
}

export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

export function demonstrationEnvironment(folder: string): Record<string, string> {
  return { PASSBOOK_DATA: folder, PASSBOOK_NOW: demonstrationNow, PASSBOOK_LOG_LEVEL: 'warn' };
}
