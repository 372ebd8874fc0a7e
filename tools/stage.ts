import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { projectFolder } from './run/project-folder.mjs';
import { readTestReport, type Runner, type TestFailure } from './test-report.ts';

/** One part of `npm run check` or `npm test`. */
export interface Stage {
  readonly name: string;
  /** A script for our Node, with its arguments. */
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The runner whose tests count; with `nothing`, the whole stage counts as one. */
  readonly counts: 'nothing' | Runner;
}

export interface StageResult {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly TestFailure[];
  readonly seconds: number;
}

/** In unattended runs, a hanging stage must not block the others. */
const MAX_MINUTES = 60;

const MAX_FAILURES_SHOWN = 20;
const MAX_FAILURE_LINES = 12;

/** Runs a stage to its end. Steps that count nothing print only failures. */
export async function runStage(stage: Stage): Promise<StageResult> {
  const startedAt = performance.now();
  console.log(`\n── ${stage.name}`);
  const report = join(projectFolder, '.cache', `report-${stage.name.replaceAll(' ', '-')}.json`);
  await rm(report, { force: true });
  const { code, output } = await runCommand(stage, report);
  if (stage.counts === 'nothing' && code !== 0) process.stdout.write(output);
  const counted = stage.counts === 'nothing' ? undefined : await readTestReport(stage.counts, report);
  const { passed, failed, failures } = counted ?? {
    passed: code === 0 ? 1 : 0,
    failed: code === 0 ? 0 : 1,
    failures: code === 0 ? [] : [{ test: stage.name, message: output.toString() }],
  };
  return {
    name: stage.name,
    passed,
    // A runner may also fail without a failed test.
    failed: code !== 0 && failed === 0 ? 1 : failed,
    failures,
    seconds: (performance.now() - startedAt) / 1_000,
  };
}

/** Formats the failures briefly, then one line per stage, and the total alone on the last line. */
export function formatResults(results: readonly StageResult[]): string {
  const failures = results.flatMap(({ name, failures }) => failures.map((failure) => ({ name, ...failure })));
  const shown = failures.slice(0, MAX_FAILURES_SHOWN).map(formatFailure);
  const lines = results.map(
    ({ name, passed, failed, seconds }) =>
      `${failed > 0 ? '✗' : '✓'} ${name.padEnd(24)} ${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(8)} s`,
  );
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  return ['', ...shown, ...lines, '', `${passed} passed, ${failed} failed`].join('\n');
}

function formatFailure({ name, test, message, passedOnRetry }: TestFailure & { readonly name: string }): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_FAILURE_LINES);
  const mark = passedOnRetry ? `~ ${name}, passed when run again` : `✗ ${name}`;
  return [`${mark}: ${test.replace(projectFolder, '')}`, ...lines.map((line) => `    ${line}`), ''].join('\n');
}

function runCommand(stage: Stage, report: string): Promise<{ code: number; output: Buffer }> {
  const quiet = stage.counts === 'nothing';
  const child = spawn(process.execPath, [...stage.command, ...reporterArguments(stage.counts, report)], {
    cwd: projectFolder,
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...stage.environment },
  });
  const stop = () => {
    console.error(`${stage.name} was stopped after ${MAX_MINUTES} minutes.`);
    child.kill('SIGTERM');
  };
  const timer = process.env['CI'] ? setTimeout(stop, MAX_MINUTES * 60_000) : undefined;
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
