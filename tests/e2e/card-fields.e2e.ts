import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Frame, Page } from 'playwright/test';
import { startSandbox } from '#server/payments-network/sandbox/sandbox-server.ts';
import { type App, expect, expectNoAxeViolations, runApp, test as base } from '#tests/support/e2e.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import {
  chooseType,
  continueToReview,
  openPayment,
  paymentDetails,
  readConfirmation,
  submit,
} from '#tests/support/payment-journey.ts';

const loan = '101-005520-1';

/** A portal whose card processor has a page with the card fields on another origin. */
const test = base.extend<{ readonly portal: App & { readonly fieldsPort: number } }>({
  portal: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'passbook-fields-'));
    const fieldsPort = await findFreePort();
    const sandbox = await startSandbox({ port: 0, storeFile: join(folder, 'cards.sqlite'), fieldsPort });
    const PASSBOOK_INSTITUTION = await writeInstitution({
      'paymentOptions.cardFieldsUrl': `http://localhost:${fieldsPort}/fields`,
    });
    try {
      const environment = { PASSBOOK_INSTITUTION, PASSBOOK_CARD_PROCESSOR_URL: sandbox.url };
      await runApp(environment, (app) => provide({ ...app, fieldsPort }));
    } finally {
      await sandbox.close();
      await rm(folder, { recursive: true });
    }
  },
});

async function openCardForm(page: Page, app: App) {
  await openPayment(page, app, 'li.wei', loan);
  await chooseType(page, 'Card');
  const dialog = paymentDetails(page);
  await expect(dialog.getByLabel('First Name')).toBeVisible();
  await dialog.getByLabel('First Name').fill('Li');
  await dialog.getByLabel('Last Name').fill('Wei');
  await dialog.getByRole('radio', { name: 'Debit' }).check();
  await dialog.getByLabel('Zip Code').fill('04101');
  return { dialog, fields: dialog.frameLocator('iframe') };
}

function frameOf(page: Page, port: number): Frame {
  const frame = page.frames().find((each) => each.url().includes(`:${port}/`));
  if (!frame) throw new Error('The page has no frame of the processor');
  return frame;
}

test("a card is typed into the processor's page alone, and pays", { tag: '@both' }, async ({ page, portal }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(portal.url)) sent.push(request.postData() ?? '');
  });
  const { dialog, fields } = await openCardForm(page, portal);
  await expect(fields.getByLabel('Card Number')).toBeVisible();
  await expectNoAxeViolations(page);
  const frame = frameOf(page, portal.fieldsPort);
  await frame.evaluate(axe.source);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(fields.locator('html')).toHaveCSS('color-scheme', colorScheme);
    const found = await frame.evaluate<unknown>(
      // The heading is the dialog's, outside of the frame.
      `axe.run({ rules: { 'page-has-heading-one': { enabled: false } } })
        .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`,
    );
    expect(found, colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });

  // Wrong input is told in the frame, with the focus on it.
  await fields.getByLabel('Card Number').fill('4242 4242 4242 4241');
  await fields.getByLabel('Expiration (MM/YY)').fill('10/26');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(fields.getByText('Card Number is invalid')).toBeVisible();
  await expect(fields.getByText('Expiration invalid')).toBeVisible();
  await expect(fields.getByText('CVV/CVC required')).toBeVisible();
  await expect(fields.getByLabel('Card Number')).toBeFocused();

  await fields.getByLabel('Card Number').fill('4242424242424242');
  await fields.getByLabel('Expiration (MM/YY)').fill('12/30');
  await fields.getByLabel('CVV/CVC').fill('739');
  await fields.getByLabel('CVV/CVC').press('Enter');
  await expect(dialog).toBeHidden();
  await continueToReview(page, '50');
  await submit(page);
  expect(await readConfirmation(page)).toMatchObject({ 'Card used to Pay': 'Visa ending in 4242', Amount: '$50.00' });
  expect(sent.join('\n')).not.toMatch(/4242424242424242|4242 4242|"739"/);
});

test(
  'a card that the processor refuses is told, and another one is taken',
  { tag: '@desktop' },
  async ({ page, portal }) => {
    const { dialog, fields } = await openCardForm(page, portal);
    await fields.getByLabel('Card Number').fill('4000000000000101');
    await fields.getByLabel('Expiration (MM/YY)').fill('12/30');
    await fields.getByLabel('CVV/CVC').fill('739');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByRole('alert')).toContainText('This card was not accepted.');
    await fields.getByLabel('Card Number').fill('5555555555554444');
    await dialog.getByLabel('Save Payment Profile').check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Saved payment method')).toContainText('Mastercard ending in 4444');
  },
);

test(
  'a card that the bank wants confirmed is confirmed in the frame before it is saved',
  { tag: '@desktop' },
  async ({ page, portal }) => {
    const { dialog, fields } = await openCardForm(page, portal);
    await fields.getByLabel('Card Number').fill('4000002500003155');
    await fields.getByLabel('Expiration (MM/YY)').fill('12/30');
    await fields.getByLabel('CVV/CVC').fill('739');
    await dialog.getByLabel('Save Payment Profile').check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await fields.getByRole('button', { name: 'Refuse' }).click();
    await expect(dialog.getByRole('alert')).toContainText('This card was not accepted.');
    await expect(fields.getByLabel('Card Number')).toHaveValue('4000 0025 0000 3155');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await fields.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Saved payment method')).toContainText('Visa ending in 3155');
  },
);

test(
  "when the processor's page can't be reached, other methods still work",
  { tag: '@phone' },
  async ({ page, portal }) => {
    test.setTimeout(90_000);
    await page.route(`http://localhost:${portal.fieldsPort}/**`, (route) => route.abort());
    const { dialog, fields } = await openCardForm(page, portal);
    const told = dialog.getByRole('alert').filter({ hasText: "We can't load the card form right now." });
    await expect(told).toBeVisible({ timeout: 15_000 });
    await expectNoAxeViolations(page);
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(fields.getByLabel('Card Number')).toBeVisible();
    await expect(dialog.getByLabel('First Name')).toHaveValue('Li');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await chooseType(page, 'E-Check');
    await expect(paymentDetails(page).getByLabel('Routing Number')).toBeVisible();
  },
);
