import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright/test';
import { returned, returnFile } from '#tests/builders/return-file.ts';
import {
  act,
  approve,
  confirm,
  enter,
  enterAndOpen,
  enterSupervisor,
  expectSeenByCustomer,
  press,
} from '#tests/support/desk-by-keyboard.ts';
import { type App, expect, expectNoAxeViolations, runApp, test as base } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import {
  chooseType,
  continueToReview,
  fillCard,
  openPayment,
  readConfirmation,
  submit,
  takeMethod,
} from '#tests/support/payment-journey.ts';
import { shared } from '#tests/support/shared-by-tests.ts';

const test = base.extend({
  app: shared(async (provide) =>
    runApp(
      {
        PASSBOOK_DESK: 'on',
        PASSBOOK_CARD_PROCESSOR_TIMEOUT_MS: '3000',
        PASSBOOK_INSTITUTION: await writeInstitution({ 'deskOptions.lateChargeWaivedAlone': 10 }),
      },
      provide,
    ),
  ),
});

test.use({ environment: { PASSBOOK_DESK: 'on' } });

async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

/** Pays by a card as a customer without a saved one. */
async function payByCard(
  page: Page,
  app: App,
  payer: { readonly loginName: string; readonly loan: string },
  number: string,
) {
  await openPayment(page, app, payer.loginName, payer.loan);
  await chooseType(page, 'Card');
  await fillCard(page, { number });
  await takeMethod(page);
  await continueToReview(page, '31.50');
  await submit(page);
}

/** Pays $25.00 from the saved bank account; returns the confirmation number. */
async function payByBank(page: Page): Promise<string> {
  await chooseType(page, 'E-Check');
  await page.getByLabel('Saved payment method').selectOption({ index: 1 });
  await continueToReview(page, '25');
  await submit(page);
  return (await readConfirmation(page))['Confirmation Number'] ?? '';
}

/** Finds a payment by its confirmation number, by keyboard, and opens its customer with the usual reason. */
async function openPaymentPage(page: Page, reference: string): Promise<void> {
  await press(page.getByRole('link', { name: 'Payments', exact: true }));
  await page.getByLabel(/^Name, confirmation number/).fill(reference);
  await page.keyboard.press('Enter');
  await press(page.getByRole('link', { name: reference }));
  await expect(page.getByRole('heading', { level: 1, name: /^Payment/ })).toBeVisible();
}

test(
  'a card payment is refunded with a second person, both by keyboard, and the customer sees it',
  { tag: '@desktop' },
  async ({ app, page, browser }) => {
    const portal = await newPage(browser);
    await payByCard(portal, app, { loginName: 'li.wei', loan: '101-005520-1' }, '4242424242424242');
    const reference = (await readConfirmation(portal))['Confirmation Number'] ?? '';

    await enterAndOpen(page, app, 'Omar Haddad, operations', 'Li Wei');
    await openPaymentPage(page, reference);
    await press(page.getByRole('button', { name: 'Ask for a refund' }));
    const dialog = page.getByRole('dialog', { name: `Ask for a refund: ${reference}` });
    await expect(dialog.getByLabel('Refund')).toBeFocused();
    await expectNoAxeViolations(page);
    await confirm(dialog, 'Ask for a refund', 'Paid twice by mistake');
    await expect(page.getByText('A refund waits for a second person.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ask for a refund' })).toBeHidden();

    const second = await enterSupervisor(browser, app);
    await approve(second, 'Refund a payment: Li Wei', /34\.50/);
    await page.reload();
    await expect(page.getByRole('region', { name: 'History' })).toContainText('returned: staff decided it');
    await expect(page.getByText('refunded, not returned by the bank', { exact: true })).toBeVisible();
    await expectSeenByCustomer(browser, app, { loginName: 'li.wei', loan: /^Auto loan/, texts: ['Payment returned'] });
  },
);

test(
  'a payment without an outcome is put to rest by keyboard, and the customer can pay again',
  { tag: '@desktop' },
  async ({ app, page, browser }) => {
    const portal = await newPage(browser);
    await payByCard(portal, app, { loginName: 'acme.supply', loan: '102-004101-7' }, '4000000000000119');
    await expect(portal.getByText('Checking whether your payment went through…')).toBeVisible({ timeout: 20_000 });
    await portal.goto('about:blank');

    await enter(page, app, 'Omar Haddad, operations');
    const waiting = page.getByRole('listitem').filter({ hasText: 'has no outcome' });
    await press(waiting.getByRole('link', { name: 'Settle' }));
    const opening = page.getByRole('dialog', { name: /^Open / });
    await confirm(opening, 'Open');
    await press(page.getByRole('button', { name: 'Settle the outcome' }));
    const dialog = page.getByRole('dialog', { name: /^Settle the outcome: / });
    await expectNoAxeViolations(page);
    await confirm(dialog, 'Settle the outcome', 'Customer called');
    await expect(page.getByRole('region', { name: 'History' })).toContainText('declined: staff decided it');
    await expect(page.getByRole('region', { name: 'Staff' })).toContainText('settled the outcome');

    const again = await newPage(browser);
    await openPayment(again, app, 'acme.supply', '102-004101-7');
    await chooseType(again, 'Card');
    await fillCard(again, { number: '4242424242424242' });
    await takeMethod(again);
    await continueToReview(again, '31.50');
    await submit(again);
    await readConfirmation(again);
  },
);

test(
  'a late charge above the limit is waived with a second person, both by keyboard, and the customer no longer owes it',
  { tag: '@desktop' },
  async ({ app, page, browser }) => {
    await enterAndOpen(page, app, 'Omar Haddad, operations', 'Dee Blocked');
    await press(page.locator('a[href$="/late-charges/400106/106-000405-5"]'));
    await expect(page.getByRole('heading', { name: 'Not waived (2)' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Waive $21.43' });
    await expect(dialog.getByText('A supervisor must approve.')).toBeVisible();
    await confirm(dialog, 'Ask to waive', 'The branch was closed');
    await expect(page.getByText('Waits for a second person')).toBeVisible();

    const second = await enterSupervisor(browser, app);
    await approve(second, 'Waive a late charge: Dee Blocked', /21\.43/);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Not waived (1)' })).toBeVisible();
    await expectSeenByCustomer(browser, app, {
      loginName: 'dee.blocked',
      loan: /^Personal loan, delinquent/,
      texts: ['Late charge waived'],
    });
  },
);

test(
  'a blocked bank account is released with a second person by keyboard, and the customer pays from it again',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    const portal = await newPage(browser);
    await openPayment(portal, ownApp, 'sam.rivera', '101-006107-2');
    const reference = await payByBank(portal);
    await ownApp.operate('demo', 'day', '2026-11-24');
    await ownApp.restart();

    await enterAndOpen(page, ownApp, 'Omar Haddad, operations', 'Sam Rivera');
    await openPaymentPage(page, reference);
    const trace = await page.getByText(/^\d{15}$/).innerText();
    const file = join(await mkdtemp(join(tmpdir(), 'passbook-returns-')), 'returns.ach');
    await writeFile(file, returnFile([returned(trace, 2_700, 'R10')]));
    await ownApp.operate('returns', file, '--by', 'Kim');
    await page.reload();
    await expect(page.getByText('R10, customer says it was not authorized', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Blocked by return R10, customer says it was not authorized, since/)).toBeVisible();
    await expectNoAxeViolations(page);

    await press(page.getByRole('link', { name: 'Today', exact: true }));
    await press(page.getByRole('listitem').filter({ hasText: 'Unauthorized returns' }).getByRole('link'));
    await expect(page.getByRole('alert').first()).toContainText(
      /^Unauthorized returns are above Nacha’s limit of 0\.5%/,
    );
    await expectNoAxeViolations(page);

    await openPaymentPage(page, reference);
    await act(page, 'Ask to release the bank account', 'Customer sent a signed letter');
    await expect(page.getByText('The release of the bank account waits for a second person.')).toBeVisible();
    const second = await enterSupervisor(browser, ownApp);
    await approve(second, 'Release a blocked bank account: Sam Rivera');
    await page.reload();
    await expect(page.getByText(/^Blocked by return/)).toBeHidden();

    const again = await newPage(browser);
    await openPayment(again, ownApp, 'sam.rivera', '101-006107-2');
    expect(await payByBank(again)).toMatch(/^\w{4}-\w{4}-\w{4}$/);
  },
);
