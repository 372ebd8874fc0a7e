import type { Page } from 'playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '#server/payments-network/sandbox/sandbox-server.ts';
import { startFakeStripe } from '#tests/builders/fake-stripe.ts';
import { serveFakeStripeJs } from '#tests/builders/fake-stripe-js.ts';
import { type App, expect, expectNoAxeViolations, runApp, test as base } from '#tests/support/e2e.ts';
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

interface Portal extends App {
  readonly stripe: Awaited<ReturnType<typeof startFakeStripe>>;
}

/** A portal that charges through Stripe, with Stripe's own fields in the card form. */
const test = base.extend<{ readonly portal: Portal }>({
  portal: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'passbook-stripe-'));
    const stripe = await startFakeStripe();
    const sandbox = await startSandbox({ port: 0, storeFile: join(folder, 'cards.sqlite') });
    const environment = {
      PASSBOOK_INSTITUTION: await writeInstitution({
        'paymentOptions.stripePublishableKey': 'pk_test_passbook',
        'paymentOptions.cardConfirmationOrigin': 'https://hooks.stripe.com',
      }),
      PASSBOOK_CARD_PROCESSOR_KIND: 'stripe',
      PASSBOOK_CARD_PROCESSOR_URL: stripe.url,
      PASSBOOK_CARD_PROCESSOR_KEY: 'sk_test',
      PASSBOOK_BANK_ACCOUNT_CHECK_URL: sandbox.url,
    };
    try {
      await runApp(environment, (app) => provide({ ...app, stripe }));
    } finally {
      stripe.close();
      await sandbox.close();
      await rm(folder, { recursive: true });
    }
  },
});

async function openCardForm(page: Page, app: App) {
  await openPayment(page, app, 'li.wei', loan);
  await chooseType(page, 'Card');
  const dialog = paymentDetails(page);
  await dialog.getByLabel('First Name').fill('Li');
  await dialog.getByLabel('Last Name').fill('Wei');
  await dialog.getByRole('radio', { name: 'Debit' }).check();
  await dialog.getByLabel('Zip Code').fill('04101');
  const field = (title: string) => dialog.frameLocator(`iframe[title="${title}"]`).getByRole('textbox');
  return {
    dialog,
    number: field('Secure card number input frame'),
    expiry: field('Secure expiration date input frame'),
    code: field('Secure CVC input frame'),
  };
}

test("a card is typed into Stripe's own fields, and pays", { tag: '@both' }, async ({ page, portal }) => {
  await serveFakeStripeJs(page, portal.stripe);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(portal.url)) sent.push(request.postData() ?? '');
  });
  const { dialog, number, expiry, code } = await openCardForm(page, portal);
  await expect(number).toBeVisible();
  await expectNoAxeViolations(page);
  const next = dialog.getByRole('button', { name: 'Continue' });

  // Wrong input is told at each field, and the first wrong one has the focus.
  await number.fill('4242424242424241');
  await expiry.fill('12');
  await next.click();
  await expect(dialog.getByText('Card Number is invalid')).toBeVisible();
  await expect(dialog.getByText('Expiration invalid')).toBeVisible();
  await expect(dialog.getByText('CVV/CVC required')).toBeVisible();
  await expect(number).toBeFocused();
  await number.fill('3530111333300000');
  await expect(dialog.getByText("The card number you've entered does not appear to be a supported type")).toBeVisible();

  await page.emulateMedia({ colorScheme: 'dark' });
  const ink = await page.evaluate<string>('getComputedStyle(document.body).color');
  await expect(number).toHaveCSS('color', ink);
  await page.emulateMedia({ colorScheme: null });

  await number.fill('5555555555554444');
  await expiry.fill('1230');
  await code.fill('739');
  await next.click();
  await expect(dialog).toBeHidden();
  await continueToReview(page, '50');
  await submit(page);
  expect(await readConfirmation(page)).toMatchObject({
    'Card used to Pay': 'Mastercard ending in 4444',
    Amount: '$50.00',
  });
  expect(portal.stripe.charged()).toBe(1);
  expect(sent.join('\n')).not.toMatch(/5555555555554444|"739"/);
});

test(
  'a card that the bank wants confirmed is confirmed, and one that is refused loses nothing typed',
  { tag: '@desktop' },
  async ({ page, portal }) => {
    await serveFakeStripeJs(page, portal.stripe);
    const { dialog, number, expiry, code } = await openCardForm(page, portal);
    const next = dialog.getByRole('button', { name: 'Continue' });
    await number.fill('4000000000000002');
    await expiry.fill('1230');
    await code.fill('739');
    await next.click();
    await expect(dialog.getByRole('alert')).toContainText('This card was not accepted.');
    await expect(dialog.getByLabel('First Name')).toHaveValue('Li');
    await expect(number).toHaveValue('4000000000000002');

    await number.fill('4000000000003220');
    await next.click();
    const bank = page.getByRole('dialog', { name: 'Confirm with your bank' });
    await expect(bank).toContainText('Your bank wants you to confirm this card');
    await bank.frameLocator('iframe').getByRole('link', { name: 'Refuse' }).click();
    await expect(dialog.getByRole('alert')).toContainText("Your bank didn't confirm this card.");
    await expect(expiry).toHaveValue('1230');

    await dialog.getByLabel('Save Payment Profile').check();
    await next.click();
    await bank.frameLocator('iframe').getByRole('link', { name: 'Approve' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Saved payment method')).toContainText('Visa ending in 3220');
  },
);

test("when Stripe's script can't be loaded, other methods still work", { tag: '@phone' }, async ({ page, portal }) => {
  const { blockScript } = await serveFakeStripeJs(page, portal.stripe);
  await blockScript();
  const { dialog, number } = await openCardForm(page, portal);
  const told = dialog.getByRole('alert').filter({ hasText: "We can't load the card form right now." });
  await expect(told).toBeVisible({ timeout: 15_000 });
  await expectNoAxeViolations(page);
  await page.unrouteAll();
  await serveFakeStripeJs(page, portal.stripe);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(number).toBeVisible();
  await expect(dialog.getByLabel('First Name')).toHaveValue('Li');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await chooseType(page, 'E-Check');
  await expect(paymentDetails(page).getByLabel('Routing Number')).toBeVisible();
});
