import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { startSandbox } from '#server/payments-network/sandbox/sandbox-server.ts';
import { type App, expect, expectNoAxeViolations, runApp, test as base } from '#tests/support/e2e.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import {
  chooseType,
  continueToReview,
  fillCard,
  openPayment,
  paymentDetails,
  readConfirmation,
  submit,
  takeMethod,
} from '#tests/support/payment-journey.ts';

const loan = '101-005520-1';

/** A portal that shows the card processor's pages for confirmations. */
const test = base.extend<{ readonly portal: App }>({
  portal: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'passbook-confirmations-'));
    const fieldsPort = await findFreePort();
    const sandbox = await startSandbox({ port: 0, storeFile: join(folder, 'cards.sqlite'), fieldsPort });
    const PASSBOOK_INSTITUTION = await writeInstitution({
      'paymentOptions.cardConfirmationOrigin': `http://localhost:${fieldsPort}`,
    });
    try {
      await runApp({ PASSBOOK_INSTITUTION, PASSBOOK_CARD_PROCESSOR_URL: sandbox.url }, provide);
    } finally {
      await sandbox.close();
      await rm(folder, { recursive: true });
    }
  },
});

async function payToConfirm(page: Page, portal: App) {
  await openPayment(page, portal, 'li.wei', loan);
  await chooseType(page, 'Card');
  await fillCard(page, { number: '4000000000003220', firstName: 'Li', lastName: 'Wei' });
  await takeMethod(page);
  await continueToReview(page, '50');
  await submit(page);
  return confirmation(page);
}

function confirmation(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Confirm with your bank' });
  return { dialog, bank: dialog.frameLocator('iframe') };
}

test(
  'a payment is made once the customer has confirmed it at the bank',
  { tag: '@phone' },
  async ({ page, portal }) => {
    const { dialog, bank } = await payToConfirm(page, portal);
    await expect(bank.getByText('Is this payment of $53.00 yours?')).toBeVisible();
    await expect(dialog).toContainText('Nothing is charged until you do.');
    await expectNoAxeViolations(page);
    await bank.getByRole('button', { name: 'Approve' }).click();
    expect(await readConfirmation(page)).toMatchObject({ 'Card used to Pay': 'Visa ending in 3220', Amount: '$50.00' });
  },
);

test('a refused payment is not made, and can be tried again', { tag: '@desktop' }, async ({ page, portal }) => {
  const { dialog, bank } = await payToConfirm(page, portal);
  await bank.getByRole('button', { name: 'Refuse' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: "This payment wasn't confirmed with your bank" }),
  ).toBeVisible();
  await expect(dialog).toBeHidden();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to submit?' });
  await question.getByRole('button', { name: 'Submit' }).click();
  await bank.getByRole('button', { name: 'Approve' }).click();
  expect(await readConfirmation(page)).toMatchObject({ 'Card used to Pay': 'Visa ending in 3220' });
});

test(
  'a confirmation that was left survives a reload and a killed server, and can be made later',
  { tag: '@desktop' },
  async ({ page, portal }) => {
    test.setTimeout(120_000);
    await payToConfirm(page, portal);
    await expect(confirmation(page).bank.getByRole('button', { name: 'Approve' })).toBeVisible();
    await portal.restart('kill');
    await page.reload();
    const notice = page.getByText('Your bank wants you to confirm a payment.');
    await expect(notice).toBeVisible({ timeout: 30_000 });
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Confirm this payment' }).click();
    const { dialog, bank } = confirmation(page);
    // The bank's page in a tab of its own tells the portal just the same.
    const tabOpens = page.waitForEvent('popup');
    await dialog.getByRole('link', { name: /new tab/ }).click();
    const tab = await tabOpens;
    await expect(bank.getByRole('button', { name: 'Approve' })).toBeVisible();
    await tab.getByRole('button', { name: 'Approve' }).click();
    await expect(tab.getByText('Thank you.')).toBeVisible();
    await expect(page.getByText('Your payment went through.').or(page.getByText('Confirmation Number'))).toBeVisible();
  },
);

test('a payment that the customer gives up is not made', { tag: '@desktop' }, async ({ page, portal }) => {
  const { dialog } = await payToConfirm(page, portal);
  await dialog.getByRole('button', { name: 'Close and confirm later' }).click();
  await expect(page.getByText('Your bank wants you to confirm a payment.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await expect(page.getByText(/being confirmed/)).toBeHidden();
  await expect(page.getByText('You can pay on this loan again once we know the result.')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm this payment' }).click();
  await dialog.getByRole('button', { name: 'Cancel this payment' }).click();
  await expect(page.getByText("Your payment wasn't made, and nothing was charged.")).toBeVisible();
});

/** Saves a card of which the bank wants a confirmation when it is stored. */
async function saveToConfirm(page: Page, portal: App) {
  await openPayment(page, portal, 'li.wei', loan);
  await chooseType(page, 'Card');
  await fillCard(page, { number: '4000002500003155', firstName: 'Li', lastName: 'Wei' });
  await paymentDetails(page).getByRole('checkbox').check();
  await paymentDetails(page).getByRole('button', { name: 'Continue' }).click();
  return confirmation(page);
}

test(
  'a card is saved once the customer has confirmed it at the bank',
  { tag: '@desktop' },
  async ({ page, portal }) => {
    const { dialog, bank } = await saveToConfirm(page, portal);
    await expect(dialog).toContainText('Nothing is charged.');
    await expect(bank.getByText('May this site store your card?')).toBeVisible();
    await expectNoAxeViolations(page);
    await bank.getByRole('button', { name: 'Refuse' }).click();
    await expect(dialog).toContainText("Your bank hasn't confirmed this card yet.");
    await expect(dialog.getByRole('button', { name: 'Check again' })).toBeEnabled();
    await expect(dialog.getByRole('button', { name: 'Check again' })).toBeInViewport({ ratio: 1 });
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    // What was entered is still there.
    await paymentDetails(page).getByRole('button', { name: 'Continue' }).click();
    await bank.getByRole('button', { name: 'Approve' }).click();
    await expect(paymentDetails(page)).toBeHidden();
    await continueToReview(page, '50');
    await submit(page);
    expect(await readConfirmation(page)).toMatchObject({ 'Card used to Pay': 'Visa ending in 3155', Amount: '$50.00' });
  },
);
