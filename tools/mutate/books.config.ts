import { defineConfig } from 'vitest/config';
import { QuickestFirst } from './quickest-first.ts';

export default defineConfig({
  test: {
    include: [
      'server/host/**/*.test.ts',
      'server/payments-network/nacha/**/*.test.ts',
      // What staff do to loans is asked for at the desk.
      'server/desk/payments/*.test.ts',
      'server/desk/ledger/*.test.ts',
      // What the books say is read in statements, histories, payoffs and the file for credit bureaus.
      'server/accounts/**/*.test.ts',
    ],
    globalSetup: ['tests/support/vitest-databases.ts'],
    setupFiles: ['tools/mutate/fixed-seed.ts', 'tools/mutate/hits-of-files.ts'],
    // Most of the time goes into loading modules and the demonstration, which files can share.
    isolate: false,
    runner: 'tools/mutate/whole-files.ts',
    sequence: { sequencer: QuickestFirst },
    // A busy machine must not look like a caught mutant.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
