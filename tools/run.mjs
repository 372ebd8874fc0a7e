/**
 * Runs a task of the project: `node tools/run.mjs <task> [arguments]`, behind every script of package.json.
 *
 * Runs on any installed Node from 20: updates the packages, builds what the task needs, and continues with the project's
 * own Node. So it is plain JavaScript without packages.
 */
import { findMissingInstallation, installPackages } from './run/packages.mjs';
import { projectFolder } from './run/project-folder.mjs';
import { findRuntime, handOver } from './run/runtime.mjs';
import { buildProject, buildIsCurrent } from './run/build.mjs';

/**
 * @typedef {object} Task
 * @property {readonly string[]} [script] with its first arguments; without it, the task is only the preparation
 * @property {Readonly<Record<string, string>>} [environment]
 * @property {'always' | 'when changed'} [build] whether to build pages and server first
 */

/** Node's default keeps up to 48 MB of garbage of young objects; with this, the server takes 20 MB less. */
const withLittleMemory = ['--max-semi-space-size=2'];

/** The C library's default lets every thread keep freed memory of its own; with this, the server takes 5 MB less. */
const environment = { MALLOC_ARENA_MAX: '2' };

/** @type {Readonly<Record<string, Task>>} */
const tasks = {
  start: { script: [...withLittleMemory, 'dist/server/main.js'], environment, build: 'when changed' },
  dev: { script: ['tools/dev.ts'] },
  worker: { script: [...withLittleMemory, 'dist/server/worker.js'], environment, build: 'when changed' },
  passbook: { script: ['server/cli.ts'] },
  build: { build: 'always' },
  check: { script: ['tools/check.ts'] },
  test: { script: ['tools/test.ts'] },
  pictures: { script: ['node_modules/playwright/cli.js', 'test', '--config', 'pictures.config.ts'] },
  bench: { script: [...withLittleMemory, 'bench/run.ts'], environment, build: 'when changed' },
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
  if (chosen.build === 'always' || (chosen.build && !buildIsCurrent(projectFolder))) {
    console.log('Building …');
    if (!buildProject(projectFolder, runtime.path)) return stop('Building failed. See the messages above.');
  }
  if (chosen.script) {
    handOver(projectFolder, runtime.path, [...chosen.script, ...taskArguments], chosen.environment);
  }
}

/** @param {string} message */
function stop(message) {
  console.error(message);
  process.exitCode = 1;
}
