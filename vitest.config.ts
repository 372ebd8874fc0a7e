import { defineConfig } from 'vitest/config';

const setup = { globalSetup: ['tests/support/vitest-databases.ts'] };

export default defineConfig({
  test: {
    // The machines that run this have two cores; an embedded database wants most of one.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...setup,
          name: 'unit',
          include: ['{common,server,demo,web,tools,bench}/**/*.test.{ts,tsx}', 'tests/{support,builders}/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Files share what they import: loading it anew for each took longer than the tests. What a module keeps, no file changes for the next.
          isolate: false,
        },
      },
      {
        test: {
          ...setup,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
