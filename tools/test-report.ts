import { readFile } from 'node:fs/promises';

export type Runner = 'vitest' | 'playwright';

export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly TestFailure[];
}

export interface TestFailure {
  readonly test: string;
  readonly message: string;
  /** Failed once and passed on retry: shown, but not counted as failed. */
  readonly passedOnRetry?: true;
}

/** Returns undefined if the runner wrote nothing. */
export async function readTestReport(runner: Runner, file: string): Promise<TestReport | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  return runner === 'vitest' ? readVitest(JSON.parse(text)) : readPlaywright(JSON.parse(text));
}

function readVitest(report: VitestReport): TestReport {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    // A file that cannot be loaded reports no failed tests.
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [{ test: name, message }] : [];
    return failed.map((test) => ({ test: `${name} › ${test.fullName}`, message: test.failureMessages.join('\n') }));
  });
  return { passed: report.numPassedTests, failed: failures.length, failures };
}

function readPlaywright(report: PlaywrightReport): TestReport {
  const failures = report.suites.flatMap((suite) => listPlaywrightFailures(suite));
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected + flaky, failed: unexpected, failures };
}

function listPlaywrightFailures(suite: PlaywrightSuite): TestFailure[] {
  const own = suite.specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, status, results }) => ({
        test: `${file}:${line} › ${title} (${projectName})`,
        message: results
          .flatMap(({ errors }) => errors)
          .map(({ message }) => message ?? '')
          .join('\n'),
        ...(status === 'flaky' ? { passedOnRetry: true as const } : {}),
      })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => listPlaywrightFailures(inner))];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    /** The file's path. */
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly file: string;
    readonly line: number;
    readonly title: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: string;
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[];
    }[];
  }[];
}
