import { defineConfig } from 'playwright/test';
import { findBrowser } from './tests/support/chromium.ts';

/** `npm run pictures` compares the screens with the stored pictures; with `-- --update-snapshots` it stores new ones. */
export default defineConfig({
  testDir: 'tests/pictures',
  testMatch: '*.pictures.ts',
  outputDir: 'test-results/pictures',
  globalSetup: './tests/support/e2e-setup.ts',
  snapshotPathTemplate: '{testDir}/stored/{arg}-{projectName}{ext}',
  workers: 2,
  timeout: 90_000,
  // Text is drawn a little differently on every processor; a moved line or another color is far more than this.
  expect: { timeout: 10_000, toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: 'disabled', caret: 'hide' } },
  use: {
    browserName: 'chromium',
    launchOptions: await findBrowser(),
    locale: 'en-US',
    timezoneId: 'America/New_York',
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
});
