import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const sources = [
  'index.html',
  'desk.html',
  'web',
  'common',
  'server',
  'demo',
  'vite.config.ts',
  'vite.desk.config.ts',
  'vite.prerender.config.ts',
  'vite.server.config.ts',
  'package-lock.json',
];
/** The customers' pages, the staff's, the sign-in screen that the server puts into the first page, and the server. */
const configurations = ['vite.config.ts', 'vite.desk.config.ts', 'vite.prerender.config.ts', 'vite.server.config.ts'];
const buildFolder = 'dist';
const stampFile = join(buildFolder, '.built-from');

/**
 * Returns whether dist was built from the current sources.
 * @param {string} folder the project
 */
export function buildIsCurrent(folder) {
  try {
    return readFileSync(join(folder, stampFile), 'utf8') === hashSources(folder);
  } catch {
    return false;
  }
}

/**
 * Builds the browser's files and the server.
 * @param {string} folder
 * @param {string} runtime
 * @returns {boolean} whether it worked
 */
export function buildProject(folder, runtime) {
  const hash = hashSources(folder);
  rmSync(join(folder, stampFile), { force: true });
  const vite = join(folder, 'node_modules/vite/bin/vite.js');
  for (const configuration of configurations) {
    const command = [vite, 'build', '--config', configuration, '--logLevel', 'warn'];
    if (spawnSync(runtime, command, { cwd: folder, stdio: 'inherit' }).status !== 0) return false;
  }
  for (const pages of ['web', 'desk']) compressFiles(join(folder, buildFolder, pages));
  writeFileSync(join(folder, stampFile), hash);
  return true;
}

/**
 * Writes compressed copies next to compressible files; the server sends those.
 * @param {string} folder
 */
export function compressFiles(folder) {
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.(js|css|html|svg|json)$/.test(entry.name)) continue;
    const content = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(content));
  }
}

/** @param {string} folder */
function hashSources(folder) {
  const hash = createHash('sha256');
  for (const source of sources) addToHash(hash, folder, source);
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} folder
 * @param {string} path
 */
function addToHash(hash, folder, path) {
  const full = join(folder, path);
  const found = statSync(full, { throwIfNoEntry: false });
  if (found?.isDirectory()) {
    for (const name of readdirSync(full).toSorted()) addToHash(hash, folder, `${path}/${name}`);
  } else if (found && !/\.test\.tsx?$/.test(path)) {
    hash.update(`${path}\0${found.size}\0`).update(readFileSync(full));
  }
}
