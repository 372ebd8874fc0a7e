import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureProductIsBuilt } from '#tests/support/built-product.ts';
import { projectFolder } from '#tools/run/project-folder.mjs';

/** Shared by all processes of all worlds, and kept, as by `npm start`. */
export const compileCache = { NODE_COMPILE_CACHE: join(projectFolder, '.cache', 'compiled') };

/**
 * Once per run: the processes of the worlds are the built ones, as an institution runs them, and start twice as fast as
 * from sources. Node saves its compile cache on a normal exit, which killed processes never have, so each is started
 * once without settings, which it refuses in production.
 */
export function setup(): void {
  ensureProductIsBuilt();
  for (const script of ['dist/server/main.js', 'dist/server/worker.js']) {
    const env = { PATH: process.env['PATH'], PASSBOOK_MODE: 'production', ...compileCache };
    const { status } = spawnSync(process.execPath, [join(projectFolder, script)], { env, timeout: 60_000 });
    if (status !== 1) throw new Error(`${script} started without settings, or not at all (${status})`);
  }
}
