import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureProductIsBuilt } from '#tests/support/built-product.ts';
import { type ProcessPlan, RestartableProcess } from '#tests/support/restartable-process.ts';
import { projectFolder } from '#tools/run/project-folder.mjs';

/** Shared by all processes of all worlds, and kept, as by `npm start`. */
export const compileCache = { NODE_COMPILE_CACHE: join(projectFolder, '.cache', 'compiled') };

/**
 * Prepares the compile cache once per run. The tests run the built server, as an institution does, which starts twice as
 * fast as from sources. Node saves its compile cache only on a normal exit, and the tests kill their processes. So each
 * script runs once without settings, which production refuses, and the card processor is stopped like a service.
 */
export async function setup(): Promise<void> {
  ensureProductIsBuilt();
  for (const script of ['dist/server/main.js', 'dist/server/worker.js']) {
    const env = { PATH: process.env['PATH'], PASSBOOK_MODE: 'production', ...compileCache };
    const { status } = spawnSync(process.execPath, [join(projectFolder, script)], { env, timeout: 60_000 });
    if (status !== 1) throw new Error(`${script} started without settings, or not at all (${status})`);
  }
  const folder = await mkdtemp(join(tmpdir(), 'passbook-faults-'));
  const sandbox = new RestartableProcess(sandboxPlan({ PORT: '0', SANDBOX_STORE: join(folder, 'sandbox.sqlite') }));
  await sandbox.start();
  await sandbox.stop();
  await rm(folder, { recursive: true });
}

export function sandboxPlan(environment: Readonly<Record<string, string>>): ProcessPlan {
  return {
    name: 'card processor',
    script: 'server/payments-network/sandbox/sandbox-main.ts',
    environment: { ...compileCache, ...environment },
    readyWhen: /^http/m,
  };
}
