import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright/test';
import { returned, returnFile } from '#tests/builders/return-file.ts';
import { act, approve, confirm, enter, enterSupervisor, press } from '#tests/support/desk-by-keyboard.ts';
import { type App, expect, expectNoAxeViolations, test } from '#tests/support/e2e.ts';
import {
  chooseType,
  continueToReview,
  fillBankAccount,
  openPayment,
  readConfirmation,
  submitWithTerms,
  takeMethod,
} from '#tests/support/payment-journey.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

const MONDAY_EVENING = '2026-11-23T17:10:00-05:00';

test(
  'a business day by keyboard: the bank file is approved and downloaded, and what comes back is previewed and taken',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    test.slow();
    const reference = await payByBank(browser, ownApp, '41.00');
    await ownApp.restart('stop', MONDAY_EVENING);

    await enter(page, ownApp, 'Omar Haddad, operations');
    await expect(async () => {
      await page.goto(`${ownApp.url}/desk/days/2026-11-23`);
      await expect(page.getByText('SHA-256')).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await expect(page.getByRole('heading', { level: 1, name: 'Monday, November 23, 2026' })).toBeVisible();
    await expectNoAxeViolations(page);

    await act(page, 'Ask to download', 'For the bank');
    await expect(page.getByText('A download waits for a second person.')).toBeVisible();
    const second = await enterSupervisor(browser, ownApp);
    await approve(second, 'Bank file of 11/23/2026', 'never downloaded');
    await page.reload();
    const saving = page.waitForEvent('download');
    await press(page.getByRole('button', { name: 'Download once' }));
    const file = await readFile(await (await saving).path(), 'utf8');
    const trace = traceOf(file, reference);
    await expect(page.getByText(/by Omar Haddad, approved by Sol Bergman/)).toBeVisible();

    await press(page.getByRole('button', { name: 'The bank rejected this file' }));
    const rejection = page.getByRole('dialog', { name: 'The bank rejected this file' });
    await expect(
      rejection.getByText(/leave with the file of Nov 24, 2026, effective Nov 25, 2026 instead of/),
    ).toBeVisible();
    await expectNoAxeViolations(page);
    await press(rejection.getByRole('button', { name: 'Cancel' }));
    await expect(rejection).toBeHidden();

    await press(page.getByRole('link', { name: 'Returns', exact: true }));
    await choose(page, trace);
    const preview = page.getByRole('region', { name: 'returns.ach would do this' });
    await expect(
      preview.getByRole('row', { name: new RegExp(`R01 reversed ${reference} \\$43\\.00 ${trace}`) }),
    ).toBeVisible();
    await expectNoAxeViolations(page);
    await press(page.getByRole('button', { name: 'Ask to take the file' }));
    await confirm(
      page.getByRole('dialog', { name: 'Ask to take the file' }),
      'Ask to take the file',
      'Came this morning',
    );
    await expect(page.getByText('The file waits for a second person.')).toBeVisible();
    await approve(second, 'Take a file of returns', /R01/);
    await page.reload();
    await choose(page, trace);
    await press(page.getByRole('button', { name: 'Take the file' }));
    await confirm(page.getByRole('dialog', { name: 'Take the file' }), 'Take the file', 'As approved');
    await expect(page.getByRole('region', { name: 'Taken: returns.ach' })).toContainText('reversed');
    await expectNoAxeViolations(page);

    await findByTrace(page, trace, reference);
  },
);

/** Pays a loan from a new bank account. Returns the confirmation number. */
async function payByBank(browser: Browser, app: App, amount: string): Promise<string> {
  const customer = await (await browser.newContext()).newPage();
  await openPayment(customer, app, 'li.wei');
  await chooseType(customer, 'E-Check');
  await fillBankAccount(customer, { number: '70012345', owner: 'Li Wei' });
  await takeMethod(customer);
  await continueToReview(customer, amount);
  await submitWithTerms(customer);
  const { 'Confirmation Number': reference = '' } = await readConfirmation(customer);
  await customer.context().close();
  return reference;
}

/** The trace number of the entry with this confirmation number (Nacha Operating Rules, appendix 3). */
function traceOf(file: string, reference: string): string {
  const entry = file.split('\n').find((line) => line.startsWith('6') && line.slice(39, 54).trim() === reference);
  if (!entry) throw new Error(`The file has no entry of ${reference}`);
  return entry.slice(79, 94);
}

async function choose(page: Page, trace: string): Promise<void> {
  await page.getByLabel('File from the bank').setInputFiles({
    name: 'returns.ach',
    mimeType: 'text/plain',
    buffer: Buffer.from(returnFile([returned(trace, 4_300, 'R01')])),
  });
}

/** The number is in the bank's file, and in the notice of what it returned. */
async function findByTrace(page: Page, trace: string, reference: string): Promise<void> {
  await press(page.getByRole('link', { name: 'Payments', exact: true }));
  await page.getByRole('searchbox').focus();
  await page.keyboard.type(trace);
  await page.keyboard.press('Enter');
  const row = page.getByRole('row').filter({ hasText: reference });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('returned');
  await expectNoAxeViolations(page);
}
