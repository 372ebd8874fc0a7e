import { defineConfig } from 'playwright/test';
import { findBrowser } from './tests/support/chromium.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './tests/support/e2e-setup.ts',
  // Each with a server of its own; a test waits more than it works, so two keep two cores busy.
  workers: 2,
  forbidOnly: true,
  // A busy machine can make a browser late once; `npm test` shows what passed only when it ran again.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    launchOptions: await findBrowser(),
    locale: 'en-US',
    // Not where the institution is: dates must not depend on it.
    timezoneId: 'America/Los_Angeles',
    // Every press waits until what it presses stands still.
    contextOptions: { reducedMotion: 'reduce' },
    // `--trace on` when a failure wants one; recording takes a fifth of the time of every test.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  // What does not depend on the size of the screen runs on one of them only, and says so in its tag: `test('…', { tag: '@phone' }, …)`.
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
