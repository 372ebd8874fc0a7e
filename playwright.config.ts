import { defineConfig } from 'playwright/test';
import { findBrowser } from './tests/support/chromium.ts';
import { keepTemporaryFilesInMemory } from './tests/support/temporary-files.ts';

keepTemporaryFilesInMemory();

const browser = await findBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './tests/support/e2e-setup.ts',
  // Each worker has its own server. Tests wait for a part of their time, so three workers keep two cores busy; four take as
  // long and make every single test slower.
  workers: 3,
  forbidOnly: true,
  // A busy machine can slow a browser down once; `npm test` lists tests that passed only on retry.
  retries: 1,
  // The longest take half a minute on an idle machine.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    // These tests read pages and keep no pictures, so nothing needs to be drawn as a graphics card would.
    // Each opens new pages and leaves them after seconds, so optimizing their script costs more than it saves.
    launchOptions: {
      ...browser,
      args: [
        ...(browser.args ?? []),
        '--disable-gpu',
        '--in-process-gpu',
        '--js-flags=--no-turbofan --no-maglev --single-threaded-gc',
      ],
    },
    locale: 'en-US',
    // Different from the institution's zone, since dates must not depend on the browser's.
    timezoneId: 'America/Los_Angeles',
    // Playwright waits for moving elements before clicking.
    contextOptions: { reducedMotion: 'reduce' },
    // Use `--trace on` for a failure; recording adds a fifth to every test.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  // By tag: @desktop and @phone tests run once, @both tests twice (CONTRIBUTING.md says which is for what).
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
