import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findRuntime } from './runtime.mjs';

const runtimeModule = JSON.stringify(new URL('runtime.mjs', import.meta.url).href);
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'passbook-runtime-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('the runtime', () => {
  it('falls back to a recent Node if the project has none', () => {
    expect(findRuntime(folder)).toEqual({ path: process.execPath });
  });
});

describe('handing over', () => {
  it('passes arguments and returns the exit code', async () => {
    const wrapper = startWrapper('process.exit(process.argv[2] === "help" ? 7 : 1)');
    expect(await once(wrapper, 'exit')).toEqual([7, null]);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('passes %s on and waits for the end', async (signal) => {
    const wrapper = startWrapper(
      `process.on(${JSON.stringify(signal)}, () => setTimeout(() => process.exit(3), 50));
      setInterval(() => {}, 1_000);
      console.log('ready');`,
    );
    await once(wrapper.stdout, 'data');
    wrapper.kill(signal);
    expect(await once(wrapper, 'exit')).toEqual([3, null]);
  });

  it('ends gracefully when npm ends, although npm signals only its shell', async () => {
    const log = join(folder, 'log.txt');
    const script = `require('node:fs').writeFileSync(${JSON.stringify(log)}, 'started');
      process.on('SIGTERM', () => {
        require('node:fs').writeFileSync(${JSON.stringify(log)}, 'stopped');
        process.exit(0);
      });
      setInterval(() => {}, 1_000);`;
    writeFileSync(join(folder, 'task.cjs'), script);
    writeFileSync(join(folder, 'wrapper.mjs'), wrapperScript());
    writeFileSync(join(folder, 'package.json'), '{ "scripts": { "start": "node wrapper.mjs" } }');
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore' });
    await expect.poll(() => existsSync(log), { timeout: 20_000 }).toBe(true);
    npm.kill('SIGTERM');
    await expect.poll(() => readFileSync(log, 'utf8'), { timeout: 5_000 }).toBe('stopped');
  });

  it('reports a kill as shells do', async () => {
    const wrapper = startWrapper(`process.kill(process.pid, 'SIGKILL')`);
    expect(await once(wrapper, 'exit')).toEqual([137, null]);
  });
});

function startWrapper(script: string) {
  writeFileSync(join(folder, 'task.cjs'), script);
  return spawn(process.execPath, ['--eval', wrapperScript()], { stdio: ['ignore', 'pipe', 'inherit'] });
}

function wrapperScript(): string {
  return `import(${runtimeModule}).then(({ handOver }) => {
    handOver(${JSON.stringify(folder)}, ${JSON.stringify(process.execPath)}, ['task.cjs', 'help']);
  });`;
}
