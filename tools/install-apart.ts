import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs packages that a rare command needs outside the project's own, because they are large.
 * @param source folder with package.json, package-lock.json and .npmrc
 * @param target folder for them, in `.cache`
 */
export function installApart(source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(join(source, file), join(target, file));
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-progress', '--loglevel=error'], {
    cwd: target,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`The packages in ${source} could not be installed`);
}
