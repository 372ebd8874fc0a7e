import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'server/host/**/*.test.ts',
      'server/payments-network/nacha/**/*.test.ts',
      // What staff do to loans is asked for at the desk.
      'server/desk/payments/*.test.ts',
      'server/desk/ledger/*.test.ts',
    ],
    globalSetup: ['tests/support/vitest-databases.ts'],
    setupFiles: ['tools/mutate/fixed-seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
