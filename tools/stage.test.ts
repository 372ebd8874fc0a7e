import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectFolder } from './run/project-folder.mjs';
import { formatResults, runStage } from './stage.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'passbook-stage-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('a stage without a count', () => {
  it.each([
    ['passes as one', 0, { passed: 1, failed: 0 }],
    ['fails as one', 2, { passed: 0, failed: 1 }],
  ])('%s', async (_, code, result) => {
    const stage = { name: 'sample step', command: [script(`process.exit(${code})`)], counts: 'nothing' } as const;
    expect(await runStage(stage)).toMatchObject(result);
  });
});

describe('a stage of tests', () => {
  const failedTest = { fullName: 'pays once', status: 'failed', failureMessages: ['expected 2 to be 1'] };
  const passedTest = { fullName: 'pays', status: 'passed', failureMessages: [] };
  const file = { name: 'pay.test.ts', status: 'failed', message: '', assertionResults: [passedTest, failedTest] };
  const notLoaded = { name: 'list.test.ts', status: 'failed', message: 'No such module', assertionResults: [] };

  it("uses the runner's count", async () => {
    expect(await runStage(vitestStage({ numPassedTests: 7, testResults: [] }, 0))).toMatchObject({
      passed: 7,
      failed: 0,
      failures: [],
    });
  });

  it('lists failures, including files that could not be loaded', async () => {
    expect(await runStage(vitestStage({ numPassedTests: 7, testResults: [file, notLoaded] }, 1))).toMatchObject({
      passed: 7,
      failed: 2,
      failures: [
        { test: 'pay.test.ts › pays once', message: 'expected 2 to be 1' },
        { test: 'list.test.ts', message: 'No such module' },
      ],
    });
  });

  it('fails if the runner exits with an error', async () => {
    expect(await runStage(vitestStage({ numPassedTests: 7, testResults: [] }, 1))).toMatchObject({ failed: 1 });
  });

  it('fails if the runner wrote no report', async () => {
    const stage = { name: 'sample tests', command: [script('process.exit(1)')], counts: 'vitest' } as const;
    expect(await runStage(stage)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('shows a browser test that passed on retry without counting it as failed', async () => {
    const spec = (title: string, status: string, message: string) => ({
      file: 'pay.e2e.ts',
      line: 3,
      title,
      tests: [{ projectName: 'phone', status, results: [{ errors: [{ message }] }] }],
    });
    const report = JSON.stringify({
      stats: { expected: 5, unexpected: 1, flaky: 1 },
      suites: [{ specs: [spec('pays', 'flaky', 'late')], suites: [{ specs: [spec('prints', 'unexpected', 'none')] }] }],
    });
    const command = [script(`require('fs').writeFileSync(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME, '${report}')`)];
    expect(await runStage({ name: 'sample browser', command, counts: 'playwright' })).toMatchObject({
      passed: 6,
      failed: 1,
      failures: [
        { test: 'pay.e2e.ts:3 › pays (phone)', message: 'late', passedOnRetry: true },
        { test: 'pay.e2e.ts:3 › prints (phone)', message: 'none' },
      ],
    });
  });
});

it('the results list failures and end with the total on the last line', () => {
  const results = [
    { name: 'types', passed: 1, failed: 0, failures: [], seconds: 1 },
    {
      name: 'unit',
      passed: 499,
      failed: 1,
      failures: [{ test: `${projectFolder}a.test.ts › b`, message: 'not so' }],
      seconds: 20,
    },
  ];
  const lines = formatResults(results).split('\n');
  expect(lines).toContain('✗ unit: a.test.ts › b');
  expect(lines).toContain('    not so');
  expect(lines.at(-1)).toBe('500 passed, 1 failed');
});

function vitestStage(report: object, code: number) {
  const file = `process.argv.find((argument) => argument.startsWith('--outputFile.json=')).split('=')[1]`;
  const text = JSON.stringify(report);
  const command = [script(`require('fs').writeFileSync(${file}, '${text}'); process.exit(${code});`)];
  return { name: 'sample tests', command, counts: 'vitest' } as const;
}

function script(text: string): string {
  const path = join(folder, 'script.cjs');
  writeFileSync(path, text);
  return path;
}
