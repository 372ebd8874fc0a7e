/**
 * Runs a task of the project: `node tools/run.mjs <task> [arguments]`, behind every script of package.json.
 *
 * Runs on any installed Node from 20: updates the packages, builds the pages if the task serves them, and continues
 * with the project's own Node. So it is plain JavaScript without packages.
 */
import { findMissingInstallation, installPackages } from './run/packages.mjs';
import { projectFolder } from './run/project-folder.mjs';
import { findRuntime, handOver } from './run/runtime.mjs';
import { buildPages, pagesAreCurrent } from './run/pages.mjs';

/**
 * @typedef {object} Task
 * @property {readonly string[]} [script] with its first arguments; without it, the task is only the preparation
 * @property {'always' | 'when changed'} [pages] whether to build the pages first
 */

/** @type {Readonly<Record<string, Task>>} */
const tasks = {
  start: { script: ['server/main.ts'], pages: 'when changed' },
  dev: { script: ['tools/dev.ts'] },
  worker: { script: ['server/worker.ts'] },
  passbook: { script: ['server/cli.ts'] },
  build: { pages: 'always' },
  check: { script: ['tools/check.ts'] },
  test: { script: ['tools/test.ts'] },
  pictures: { script: ['node_modules/playwright/cli.js', 'test', '--config', 'pictures.config.ts'] },
  bench: { script: ['bench/run.ts'], pages: 'when changed' },
  year: { script: ['tools/year.ts'] },
  cluster: { script: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'cluster'] },
  mutate: { script: ['tools/mutate.ts'] },
  format: { script: ['node_modules/oxfmt/bin/oxfmt'] },
};

const [name = '', ...taskArguments] = process.argv.slice(2);
const task = tasks[name];
if (!task) stop(`Unknown task "${name}". Tasks: ${Object.keys(tasks).join(', ')}.`);
else prepareAndRun(task);

/** @param {Task} chosen */
function prepareAndRun(chosen) {
  process.chdir(projectFolder);
  if (findMissingInstallation(projectFolder)) {
    console.log('Installing packages …');
    if (!installPackages(projectFolder)) return stop('Installing packages failed. See the messages above.');
  }
  const runtime = findRuntime(projectFolder);
  if (runtime.path === undefined) return stop(runtime.reason);
  if (chosen.pages === 'always' || (chosen.pages && !pagesAreCurrent(projectFolder))) {
    console.log('Building the pages …');
    if (!buildPages(projectFolder, runtime.path)) return stop('Building the pages failed. See the messages above.');
  }
  if (chosen.script) handOver(projectFolder, runtime.path, [...chosen.script, ...taskArguments]);
}

/** @param {string} message */
function stop(message) {
  console.error(message);
  process.exitCode = 1;
}
