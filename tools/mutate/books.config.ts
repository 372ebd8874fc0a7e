import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['server/host/books/**/*.test.ts', 'server/payments-network/nacha/**/*.test.ts'],
    globalSetup: ['tests/support/vitest-databases.ts'],
    setupFiles: ['tools/mutate/fixed-seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
