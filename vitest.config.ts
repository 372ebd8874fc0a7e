import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keepTemporaryFilesInMemory } from './tests/support/temporary-files.ts';

keepTemporaryFilesInMemory();

const setup = { globalSetup: ['tests/support/vitest-databases.ts'] };

/** They take longest; started last, they would leave the other workers without work. */
const LONGEST = /(tests\/year\/year|platform\/http\/fuzz)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- sorts files into a new list; it is no array's method
    const inOrder = await super.sort(files);
    return inOrder.toSorted((one, other) => Number(LONGEST.test(other.moduleId)) - Number(LONGEST.test(one.moduleId)));
  }
}

/** Component tests that replace what modules read when they load; all others share loaded modules. */
const testsAlone = globSync('web/**/*.test.tsx', { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.(stubGlobal|resetModules)\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

/** Components with logic, rendered without a server or a browser. */
const components = {
  name: 'components',
  include: ['web/**/*.test.tsx'],
  environment: 'jsdom',
  setupFiles: ['web/data/forget-loaded-data.ts'],
};

export default defineConfig({
  test: {
    // The target machines have two cores, and an embedded database uses most of one.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...setup,
          name: 'unit',
          include: [
            '{common,server,demo,web,tools,bench}/**/*.test.ts',
            'tests/{support,builders,year,deploy}/**/*.test.ts',
            'tests/cluster/cluster-settings.test.ts',
          ],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Files share loaded modules, because loading them again takes longer than the tests. So tests must not
          // change module state.
          isolate: false,
        },
      },
      { test: { ...components, exclude: testsAlone, isolate: false } },
      { test: { ...components, name: 'components alone', include: testsAlone } },
      {
        test: {
          globalSetup: [...setup.globalSetup, 'tests/faults/faults-setup.ts'],
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 120_000,
        },
      },
      {
        // By `npm run cluster` alone: it needs programs that npm doesn't install.
        test: {
          name: 'cluster',
          include: ['tests/cluster/cluster.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
