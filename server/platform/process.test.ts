import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

/** A process that reports when it starts and when its work is finished. */
const program = `
  import { setTimeout as wait } from 'node:timers/promises';
  import { createLog } from '#server/platform/log.ts';
  import { runProcess } from '#server/platform/process.ts';
  const log = createLog('info');
  await runProcess(async () => {
    console.log('starting');
    await wait(Number(process.env.STARTS_WITHIN_MS));
    if (process.env.CANNOT_START) throw new Error('no such database');
    console.log('serving');
    return { log: process.env.LOGS ? log : { info() {}, error() {}, flush: (done) => done() }, reload: async () => console.log('reloaded'), stop: async () => process.env.QUIET || console.log('finished') };
  });
  setInterval(() => {}, 1_000);
`;

it.each([
  ['while it serves', 'serving', '0'],
  ['while it still starts', 'starting', '300'],
])('a process told to stop %s finishes its work', async (_, word, startsWithinMs) => {
  const { child, output } = run({ STARTS_WITHIN_MS: startsWithinMs });
  while (!output().includes(word)) await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(output()).toContain('finished');
});

it('a process told to stop writes its last line', async () => {
  const { child, output } = run({ STARTS_WITHIN_MS: '0', LOGS: 'yes' });
  while (!output().includes('serving')) await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(output()).toContain('"msg":"stopped"');
});

it('a process whose output is closed stops when told to', { timeout: 15_000 }, async () => {
  const { child, output } = run({ STARTS_WITHIN_MS: '0', LOGS: 'yes', QUIET: 'yes' });
  while (!output().includes('serving')) await once(child.stdout, 'data');
  const exited = once(child, 'exit', { signal: AbortSignal.timeout(10_000) }).finally(() => child.kill('SIGKILL'));
  child.stdout.destroy();
  await once(child.stdout, 'close');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

it('a process told to reload does so and goes on', async () => {
  const { child, output } = run({ STARTS_WITHIN_MS: '0' });
  while (!output().includes('serving')) await once(child.stdout, 'data');
  child.kill('SIGHUP');
  while (!output().includes('reloaded')) await once(child.stdout, 'data');
  expect(child.exitCode).toBeNull();
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it("a process that can't start prints the reason and exits", async () => {
  const { child, errors } = run({ STARTS_WITHIN_MS: '0', CANNOT_START: 'yes' });
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(errors()).toContain('no such database');
});

function run(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out: string[] = [];
  const err: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => out.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => err.push(chunk));
  return { child, output: () => out.join(''), errors: () => err.join('') };
}
