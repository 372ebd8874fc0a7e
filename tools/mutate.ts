/**
 * `npm run mutate`: plants small faults one at a time, by Stryker, and counts how
 * many the tests catch. Not part of `npm test`, as it takes hours.
 * `npm run mutate -- rules` or `books` measures one group; files after it only those
 * files. Properties run with one seed: `MUTATE_SEED=2` takes another.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installApart } from './install-apart.ts';

const groups = ['rules', 'books'] as const;
type Group = (typeof groups)[number];

const folder = fileURLToPath(new URL('mutate/', import.meta.url));
const packages = '.cache/mutate/packages';
const [first, ...files] = process.argv.slice(2);
const wanted = first === undefined ? groups : groups.filter((group) => group === first);
if (wanted.length === 0) {
  console.error(`No such group: ${first}. Groups: ${groups.join(', ')}.`);
  process.exit(1);
}
installApart(folder, packages);
const failed = wanted.filter((group) => measure(group) !== 0);
process.exitCode = failed.length > 0 ? 1 : 0;

/** Returns exit code 0 if the group's score reaches its threshold. */
function measure(group: Group): number | null {
  const settings: unknown = JSON.parse(readFileSync(`${folder}${group}.json`, 'utf8'));
  const config = `.cache/mutate/${group}.json`;
  writeFileSync(
    config,
    JSON.stringify({
      ...(settings as object),
      ...(files.length > 0 ? { mutate: files, thresholds: { break: null } } : {}),
      testRunner: 'vitest',
      coverageAnalysis: 'perTest',
      concurrency: 2,
      // There is none that Stryker could rewrite for its copy of the project.
      tsconfigFile: 'none.json',
      tempDirName: '.cache/mutate/copy',
      ignorePatterns: ['/data', '/dist', '/.cache', '/test-results'],
      reporters: ['progress', 'clear-text', 'json', 'html'],
      jsonReporter: { fileName: `.cache/mutate/${group}-report.json` },
      htmlReporter: { fileName: `.cache/mutate/${group}-report.html` },
    }),
  );
  const stryker = `${packages}/node_modules/@stryker-mutator/core/bin/stryker.js`;
  return spawnSync(process.execPath, [stryker, 'run', config], { stdio: 'inherit' }).status;
}
