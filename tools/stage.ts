import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from './run/project-folder.mjs';

/** One part of `npm run check` or `npm test`. */
export interface Stage {
  readonly name: string;
  /** A script that our Node runs, with its arguments. */
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** What the runner counts; `nothing` makes the whole stage count as one. */
  readonly counts: 'nothing' | 'vitest' | 'playwright';
}

export interface StageResult {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
}

/** Unattended, a stage that hangs must not hold up the count of the others. */
const MOST_MINUTES = 30;

/** Runs a stage to its end. Steps that count nothing speak only when they fail. */
export async function runStage(stage: Stage): Promise<StageResult> {
  const startedAt = performance.now();
  console.log(`\n── ${stage.name}`);
  const report = join(projectFolder, '.cache', `report-${stage.name.replaceAll(' ', '-')}.json`);
  await rm(report, { force: true });
  const { code, output } = await runCommand(stage, report);
  if (stage.counts === 'nothing' && code !== 0) process.stdout.write(output);
  const counted = stage.counts === 'nothing' ? undefined : await readReport(stage.counts, report);
  const { passed, failed } = counted ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  return {
    name: stage.name,
    passed,
    // A runner that gives up for a reason that is no test's has failed all the same.
    failed: code !== 0 && failed === 0 ? 1 : failed,
    seconds: (performance.now() - startedAt) / 1_000,
  };
}

/** One line per stage, then the sum alone on the last line. */
export function formatResults(results: readonly StageResult[]): string {
  const lines = results.map(
    ({ name, passed, failed, seconds }) =>
      `${failed > 0 ? '✗' : '✓'} ${name.padEnd(24)} ${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(8)} s`,
  );
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  return ['', ...lines, '', `${passed} passed, ${failed} failed`].join('\n');
}

function runCommand(stage: Stage, report: string): Promise<{ code: number; output: Buffer }> {
  const quiet = stage.counts === 'nothing';
  const child = spawn(process.execPath, [...stage.command, ...reporterArguments(stage.counts, report)], {
    cwd: projectFolder,
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...stage.environment },
  });
  const stop = () => {
    console.error(`${stage.name} was stopped after ${MOST_MINUTES} minutes.`);
    child.kill('SIGTERM');
  };
  const timer = process.env['CI'] ? setTimeout(stop, MOST_MINUTES * 60_000) : undefined;
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: Buffer.from(`${error.message}\n`) }));
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output: Buffer.concat(chunks) });
    });
  });
}

function reporterArguments(counts: Stage['counts'], report: string): string[] {
  if (counts === 'vitest') return ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return counts === 'playwright' ? ['--reporter=list,json'] : [];
}

async function readReport(
  counts: 'vitest' | 'playwright',
  file: string,
): Promise<{ passed: number; failed: number } | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  if (counts === 'vitest') {
    const report = JSON.parse(text) as VitestReport;
    const withoutTests = report.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests + withoutTests.length };
  }
  const { stats } = JSON.parse(text) as { stats: { expected: number; unexpected: number; flaky: number } };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** One per file; one that cannot be loaded has no tests. */
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}
