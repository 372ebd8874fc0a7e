/**
 * `npm run mutate`: plants small faults (mutants) one at a time, by Stryker, and counts how many the tests catch. Not
 * part of `npm test`, as it takes hours.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installApart } from './install-apart.ts';
import { drawSample } from './mutate/sample.ts';
import { describeSample, listUnreached, readOutcomes, scoreOf } from './mutate/sample-report.ts';

const help = `npm run mutate -- [rules | books] [files …] [options]

  rules            rules and core of common/
  books            the ledger and the bank files
  files            only these files of the group

  --sample N       only N mutants, drawn at random over the whole group or the files
  --seed S         another sample for each S (default 1)
  --workers N      mutants tried at a time (default 2)

Properties run with one seed: MUTATE_SEED=2 takes another. PASSBOOK_TEST_DATABASE=postgres is faster.
`;

const groups = ['rules', 'books'] as const;
type Group = (typeof groups)[number];

interface GroupSettings {
  readonly mutate: readonly string[];
  readonly vitest: object;
  readonly thresholds: { readonly break: number };
}

const folder = fileURLToPath(new URL('mutate/', import.meta.url));
const packages = '.cache/mutate/packages';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
  },
});
const [first, ...files] = positionals;
const wanted = first === undefined ? groups : groups.filter((group) => group === first);
if (values.help) {
  console.log(help);
} else if (wanted.length === 0) {
  console.error(`No such group: ${first}.\n\n${help}`);
  process.exitCode = 1;
} else {
  installApart(folder, packages);
  for (const group of wanted) if (!(await measure(group))) process.exitCode = 1;
}

/** Returns whether the group's score reaches its threshold; files of it have none. */
async function measure(group: Group): Promise<boolean> {
  const settings = JSON.parse(readFileSync(`${folder}${group}.json`, 'utf8')) as GroupSettings;
  const chosen = files.length > 0 ? { ...settings, mutate: files, thresholds: { break: null } } : settings;
  if (values.sample === undefined) return runStryker(group, { ...chosen, concurrency: Number(values.workers) });
  return measureSample(group, chosen.mutate, settings, Number(values.sample));
}

async function measureSample(
  group: Group,
  patterns: readonly string[],
  settings: GroupSettings,
  size: number,
): Promise<boolean> {
  const { keys, of } = await drawSample(patterns, resolve(packages), { size, seed: values.seed });
  const name = `${group}-sample-${values.seed}`;
  trySample(name, patterns, settings, keys, Number(values.workers));
  const outcomes = readOutcomes(reportOf(name), keys);
  const doubtful = outcomes.filter(({ isDoubtful }) => isDoubtful).map(({ key }) => key);
  if (doubtful.length > 0) {
    console.log(`Trying ${doubtful.length} again alone, as the machine may have been busy …`);
    trySample(`${name}-again`, patterns, settings, doubtful, 1);
  }
  const again = doubtful.length > 0 ? readOutcomes(reportOf(`${name}-again`), doubtful) : [];
  const final = outcomes.map((outcome) => again.find(({ key }) => key === outcome.key) ?? outcome);
  const description = describeSample(final, of, `${group}, seed ${values.seed}`);
  writeFileSync(`.cache/mutate/${name}.txt`, description);
  console.log(description);
  const unreached = listUnreached(reportOf(name));
  console.log([`Of all mutants, no test reaches ${unreached.length}.`, ...unreached, ''].join('\n'));
  return files.length > 0 || scoreOf(final) >= settings.thresholds.break;
}

function trySample(
  name: string,
  patterns: readonly string[],
  settings: GroupSettings,
  keys: readonly string[],
  workers: number,
): void {
  const list = resolve(`.cache/mutate/${name}-wanted.json`);
  writeFileSync(list, JSON.stringify(keys));
  runStryker(
    name,
    {
      mutate: patterns,
      vitest: settings.vitest,
      thresholds: { break: null },
      concurrency: workers,
      plugins: ['@stryker-mutator/*', resolve(folder, 'sample-plugins.ts')],
      checkers: ['sample'],
      reporters: ['progress-append-only', 'sample', 'json'],
    },
    { MUTATE_SAMPLE: list },
  );
}

function reportOf(name: string): string {
  return `.cache/mutate/${name}-report.json`;
}

function runStryker(name: string, settings: object, environment: NodeJS.ProcessEnv = {}): boolean {
  const config = `.cache/mutate/${name}.json`;
  mkdirSync('.cache/mutate', { recursive: true });
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: 'vitest',
      coverageAnalysis: 'perTest',
      // Whole files run, but their time is measured as that of the tests that reach the mutant.
      timeoutMS: 60_000,
      timeoutFactor: 2,
      dryRunTimeoutMinutes: 60,
      // There is none that Stryker could rewrite for its copy of the project.
      tsconfigFile: 'none.json',
      tempDirName: '.cache/mutate/copy',
      ignorePatterns: ['/data', '/dist', '/.cache', '/test-results'],
      reporters: ['progress', 'clear-text', 'json', 'html'],
      jsonReporter: { fileName: reportOf(name) },
      htmlReporter: { fileName: `.cache/mutate/${name}-report.html` },
      ...settings,
    }),
  );
  const stryker = `${packages}/node_modules/@stryker-mutator/core/bin/stryker.js`;
  const { status } = spawnSync(process.execPath, [stryker, 'run', config], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return status === 0;
}
