import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatResults, runStage } from './stage.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'passbook-stage-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('a stage that counts nothing', () => {
  it.each([
    ['passes as one', 0, { passed: 1, failed: 0 }],
    ['fails as one', 2, { passed: 0, failed: 1 }],
  ])('%s', async (_, code, result) => {
    const stage = { name: 'sample step', command: [script(`process.exit(${code})`)], counts: 'nothing' } as const;
    expect(await runStage(stage)).toMatchObject(result);
  });
});

describe('a stage of tests', () => {
  const loaded = { status: 'failed', assertionResults: [{}] };
  const notLoaded = { status: 'failed', assertionResults: [] };

  it.each([
    ['takes the count of the runner', 0, { passed: 7, failed: 0, files: [] }, { passed: 7, failed: 0 }],
    ['adds files that could not be loaded', 1, { passed: 7, failed: 1, files: [loaded, notLoaded] }, { failed: 2 }],
    ['fails with a runner that gave up', 1, { passed: 7, failed: 0, files: [] }, { passed: 7, failed: 1 }],
  ])('%s', async (_, code, { passed, failed, files }, result) => {
    const report = JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults: files });
    expect(await runStage(vitestStage(report, code))).toMatchObject(result);
  });

  it('fails when it wrote no report', async () => {
    const stage = { name: 'sample tests', command: [script('process.exit(1)')], counts: 'vitest' } as const;
    expect(await runStage(stage)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('counts a test of the browser that passed only at the second try as failed', async () => {
    const report = JSON.stringify({ stats: { expected: 5, unexpected: 1, flaky: 1 } });
    const command = [script(`require('fs').writeFileSync(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME, '${report}')`)];
    expect(await runStage({ name: 'sample browser', command, counts: 'playwright' })).toMatchObject({
      passed: 5,
      failed: 2,
    });
  });
});

it('ends with the sum alone on the last line', () => {
  const results = [
    { name: 'types', passed: 1, failed: 0, seconds: 1 },
    { name: 'unit', passed: 499, failed: 2, seconds: 20 },
  ];
  expect(formatResults(results).split('\n').at(-1)).toBe('500 passed, 2 failed');
});

function vitestStage(report: string, code: number) {
  const file = `process.argv.find((argument) => argument.startsWith('--outputFile.json=')).split('=')[1]`;
  const command = [script(`require('fs').writeFileSync(${file}, '${report}'); process.exit(${code});`)];
  return { name: 'sample tests', command, counts: 'vitest' } as const;
}

function script(text: string): string {
  const path = join(folder, 'script.cjs');
  writeFileSync(path, text);
  return path;
}
