import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 */

/**
 * Compares package-lock.json with the record npm writes at the end of every installation, so a manual run counts and an
 * interrupted one does not.
 * @param {string} folder the project
 * @returns {string | undefined} the first package that is missing or of another version
 */
export function findMissingInstallation(folder) {
  const wanted = readPackages(join(folder, 'package-lock.json'));
  const installed = readPackages(join(folder, 'node_modules/.package-lock.json'));
  for (const [path, locked] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = installed[path];
    // Packages for other platforms are optional and never installed.
    if (!found && locked.optional) continue;
    if (found?.version !== locked.version || found?.integrity !== locked.integrity) return path;
  }
  return undefined;
}

/**
 * Installs the packages of package-lock.json.
 * @param {string} folder
 * @returns {boolean} whether it worked
 */
export function installPackages(folder) {
  if (process.platform === 'win32' && process.execPath.startsWith(join(folder, 'node_modules') + sep)) {
    console.error("Windows can't replace the Node that is running. Run `npm ci`, then run this task again.");
    return false;
  }
  // Building needs dev packages, and the runtime is an optional one, whatever NODE_ENV says.
  const command = ['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-progress'];
  const npm = process.env['npm_execpath'];
  const { status, error } = npm?.endsWith('.js')
    ? spawnSync(process.env['npm_node_execpath'] ?? process.execPath, [npm, ...command], {
        cwd: folder,
        stdio: 'inherit',
      })
    : spawnSync('npm', command, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  if (error) console.error(error.message);
  return status === 0;
}

/**
 * @param {string} file
 * @returns {Readonly<Record<string, LockedPackage>>}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}
