import { defineConfig } from 'playwright/test';
import { findBrowser } from './tests/support/chromium.ts';
import { keepTemporaryFilesInMemory } from './tests/support/temporary-files.ts';

keepTemporaryFilesInMemory();

/** `npm run pictures` compares the screens with the stored pictures; with `-- -u` it stores pictures of what changed. */
export default defineConfig({
  testDir: 'tests/pictures',
  testMatch: '*.pictures.ts',
  outputDir: 'test-results/pictures',
  globalSetup: './tests/support/e2e-setup.ts',
  fullyParallel: true,
  workers: 3,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    launchOptions: await findBrowser(),
    locale: 'en-US',
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 844 },
    contextOptions: { reducedMotion: 'reduce', colorScheme: 'light' },
  },
});
