import type { Page } from 'playwright/test';
import { expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { readMailedCode } from '#tests/support/mailed.ts';
import {
  agreeToAll,
  fillCredentials,
  fillPersonal,
  goOn,
  harriet,
  newPassword,
  openRegistration,
  register,
} from '#tests/support/registration-journey.ts';

/** The server receives the request, and its answer never arrives. */
async function reachesServerOnly(page: Page, address: string): Promise<void> {
  await page.route(address, (route) => void route.fetch());
}

async function reload(page: Page): Promise<void> {
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
}

test('a document whose answers are lost is stored once and listed', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'li.wei', 'document-center');
  const panel = page.getByRole('tabpanel');
  const name = 'answers lost.pdf';
  const file = { name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7\n${Math.random()}`) };
  await panel.locator('input[type=file]').setInputFiles(file);
  await panel.getByLabel(`File type for ${name}`).selectOption('Other');
  let sent = 0;
  await page.route('**/api/file/Upload*', async (route) => {
    sent += 1;
    const response = await route.fetch();
    await (sent < 3 ? route.abort() : route.fulfill({ response }));
  });
  await panel.getByRole('button', { name: 'Upload File(s)' }).click();
  await expect(panel.getByText('Files uploaded: 1.')).toBeVisible();
  expect(sent).toBe(3);
  const list = panel.getByRole('list', { name: 'Documents' });
  await expect(list.getByRole('listitem').filter({ hasText: name })).toHaveCount(1);
});

test.describe('where contact information is changed by request', () => {
  test.use({
    environment: async ({}, provide) => {
      const folder = await writeInstitution({ 'globalOptions.forceManualContactInfoChangesOption': true });
      await provide({ PASSBOOK_INSTITUTION: folder });
    },
  });

  test('a change request from a reloaded page gets its outcome', { tag: '@phone' }, async ({ page, ownApp }) => {
    await signIn(page, ownApp, 'li.wei', 'requestChange');
    await page.getByRole('checkbox', { name: /101-005520-1/ }).check();
    await page.getByRole('switch', { name: 'Change Phone' }).click();
    const phone = page.getByRole('group', { name: 'First phone' });
    await phone.getByLabel('Old phone number').fill('5550105520');
    await phone.getByLabel('New phone number').fill('5550105533');
    const changes = '**/api/ManualChangeContactInfo';
    await reachesServerOnly(page, changes);
    const arrived = page.waitForRequest(changes);
    await page.getByRole('button', { name: 'Submit' }).click();
    await arrived;
    await reload(page);
    await expect(page.getByText('We received your request to change contact information.')).toBeVisible();
    await expectNoAxeViolations(page);
  });
});

test(
  'a registration from a reloaded page is confirmed, and the new login works',
  { tag: '@desktop' },
  async ({ page, ownApp }) => {
    await openRegistration(page, ownApp);
    await fillPersonal(page, harriet);
    await goOn(page);
    await fillCredentials(page, 'harriet.lowell');
    await agreeToAll(page);
    const registrations = '**/api/Register/RegisterUser';
    await reachesServerOnly(page, registrations);
    const arrived = page.waitForRequest(registrations);
    await register(page);
    await arrived;
    await reload(page);
    await expect(page.getByText('Your login is ready. You can sign in now.')).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('link', { name: 'Return to Login' }).click();
    await page.getByLabel('Username').fill('harriet.lowell');
    await page.getByLabel('Password', { exact: true }).fill(newPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Security code').fill(await readMailedCode(ownApp));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('Security code')).toHaveCount(0);
  },
);
