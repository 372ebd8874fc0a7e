import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  demonstrationEnvironment,
  prepareDemonstrationFolder,
  removeFolder,
} from '#tests/support/demonstration-folder.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { type Figure, median } from './figure.ts';

const STARTS = 3;

/** Measures `npm start` with existing data, from the command to a served page. */
export async function measureSecondStart(): Promise<Figure[]> {
  const folder = await prepareDemonstrationFolder();
  try {
    const starts: number[] = [];
    for (let start = 0; start < STARTS; start += 1) starts.push(await startOnce(folder));
    const seconds = median(starts) / 1_000;
    return [
      {
        what: 'Second `npm start`, to a served page',
        measured: `${seconds.toFixed(2)} s`,
        bar: '≤ 3 s',
        met: seconds <= 3,
        against: 'with the embedded database',
      },
    ];
  } finally {
    await removeFolder(folder);
  }
}

async function startOnce(folder: string): Promise<number> {
  const port = String(await findFreePort());
  const environment = { ...process.env, ...demonstrationEnvironment(folder), PORT: port };
  const startedAt = performance.now();
  const npm = spawn('npm', ['start'], { env: environment, stdio: 'ignore', shell: process.platform === 'win32' });
  const ended = once(npm, 'exit');
  for (;;) {
    const page = await fetch(`http://localhost:${port}/`).catch(() => undefined);
    if (page?.ok) break;
    if (npm.exitCode !== null) throw new Error(`npm start exited with ${npm.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const duration = performance.now() - startedAt;
  npm.kill('SIGTERM');
  await ended;
  // npm exits before the server does; the next start needs its folder.
  while (await fetch(`http://localhost:${port}/healthz`).catch(() => undefined)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return duration;
}
