import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['common/**/*.test.ts'], setupFiles: ['tools/mutate/fixed-seed.ts'] },
});
