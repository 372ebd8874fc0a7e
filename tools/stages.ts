import { findDatabaseTests } from './database-tests.ts';
import type { Stage } from './stage.ts';

const vitest = ['node_modules/vitest/vitest.mjs', 'run'];

/** Checks that don't run the product. */
export const checkStages: readonly Stage[] = [
  step('types', 'node_modules/typescript/bin/tsc', '-b'),
  step('lint', 'node_modules/oxlint/bin/oxlint'),
  step('format', 'node_modules/oxfmt/bin/oxfmt', '--check', '.'),
  step('unused code', 'node_modules/knip/bin/knip.js'),
  step('structure', 'tools/check-structure.ts'),
];

/** Rules, tools, components, and the server through HTTP on the embedded database. */
export const unitStage: Stage = {
  name: 'unit',
  command: [...vitest, '--project', 'unit', '--project', 'components*'],
  counts: 'vitest',
};

/** Excludes database tests, which take most of the time. */
export async function findQuickUnitStage(): Promise<Stage> {
  return unitStageWithout(await findDatabaseTests());
}

/** Database tests of code that knows which database it runs on, or writes SQL of its own kind: the books and the platform. */
const ON_BOTH_DATABASES = /^(demo|server\/(platform|host|host-tasks))\//;

/** For a run of all stages: most database tests run once, on PostgreSQL. */
export async function findUnitStageBesidePostgres(): Promise<Stage> {
  return unitStageWithout((await findDatabaseTests()).filter((file) => !ON_BOTH_DATABASES.test(file)));
}

function unitStageWithout(files: readonly string[]): Stage {
  return { ...unitStage, command: [...unitStage.command, ...files.flatMap((file) => ['--exclude', file])] };
}

/** Other browsers and systems draw letters differently from the packaged Chromium, which drew the stored pictures. */
const drawsLikeStored = process.platform === 'linux' && process.arch === 'x64';

const picturesStage: Stage = {
  name: 'pictures',
  command: ['node_modules/playwright/cli.js', 'test', '--config', 'pictures.config.ts'],
  counts: 'playwright',
};

/** Tests the product from outside, and runs the database tests on PostgreSQL. */
export async function listProductStages(): Promise<Stage[]> {
  return [
    {
      name: 'postgres',
      // Two workers would wait for PostgreSQL a quarter of the time.
      command: [...vitest, '--project', 'unit', '--maxWorkers', '3', ...(await findDatabaseTests())],
      environment: { PASSBOOK_TEST_DATABASE: 'postgres' },
      counts: 'vitest',
    },
    { name: 'browser', command: ['node_modules/playwright/cli.js', 'test'], counts: 'playwright' },
    ...(drawsLikeStored ? [picturesStage] : []),
    {
      name: 'faults',
      command: [...vitest, '--project', 'faults'],
      environment: { PASSBOOK_TEST_DATABASE: 'postgres' },
      counts: 'vitest',
    },
  ];
}

function step(name: string, ...command: readonly string[]): Stage {
  return { name, command, counts: 'nothing' };
}
