import type { Page } from 'playwright/test';
import { type App, expect, runApp, signIn, test as base } from './e2e.ts';
import { writeInstitution } from './institution-folder.ts';
import { shared } from './shared-by-tests.ts';

/** An institution with secret questions and fingerprints; changes by these tests persist in it. */
export const test = base.extend({
  app: shared(async (provide) => {
    const folder = await writeInstitution({
      'loginOptions.recoverWithoutQuestionOption': false,
      'loginOptions.useBiometricsOption': true,
      'globalOptions.forceManualContactInfoChangesOption': true,
    });
    await runApp({ PASSBOOK_INSTITUTION: folder }, provide);
  }),
});

export async function openProfile(page: Page, app: App, loginName: string): Promise<void> {
  await signIn(page, app, loginName, 'profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeFocused();
}

export function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}
