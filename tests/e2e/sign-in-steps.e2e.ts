import type { Page } from 'playwright/test';
import { expect, expectNoAxeViolations, runApp, test as base } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { readMailedCode } from '#tests/support/mailed.ts';
import { enterCode, expectEmptyForm, expectStep, logIn } from '#tests/support/sign-in-steps.ts';
import { shared } from '#tests/support/shared-by-tests.ts';

const NORA_SSN = '900126404';
const LI_SSN = '900125520';
const newPassword = 'Lantern on the pier 7';

/** Every switch that adds a step. */
const everyStep = {
  'loginOptions.useMultiFactorOption': true,
  'loginOptions.useSsnValidationOption': true,
  'loginOptions.recoverWithoutQuestionOption': false,
};

const test = base.extend({
  app: shared(async (provide) => runApp({ PASSBOOK_INSTITUTION: await writeInstitution(everyStep) }, provide)),
  environment: async ({}, provide) => provide({ PASSBOOK_INSTITUTION: await writeInstitution(everyStep) }),
});

const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue' });
const dashboard = /#\/myaccount\/dashboard/;

test('a first sign-in goes through every step by keyboard alone', { tag: '@both' }, async ({ page, ownApp }) => {
  await logIn(page, ownApp, 'nora.quinn');

  await expectStep(page, 'Enter your security code', 'Step 1 of 5');
  await expectNoAxeViolations(page);
  await tabTo(page, 'Security code');
  await page.keyboard.type(await readMailedCode(ownApp));
  await page.keyboard.press('Enter');

  await expectStep(page, 'Confirm your identity', 'Step 2 of 5');
  await expectNoAxeViolations(page);
  await tabTo(page, 'Social Security Number');
  await page.keyboard.type('900-12-6404 and more 1');
  await expect(page.getByLabel('Social Security Number', { exact: true })).toHaveValue(NORA_SSN);
  await page.keyboard.press('Enter');

  await expectStep(page, 'Change your password', 'Step 3 of 5');
  await expectNoAxeViolations(page);
  const [password, confirmation] = [
    page.locator('input[name="new-password"]'),
    page.locator('input[name="confirm-password"]'),
  ];
  await password.press('End');
  await page.keyboard.type(newPassword);
  await confirmation.press('End');
  await page.keyboard.type(newPassword);
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled();
  await page.keyboard.press('Enter');

  await expectStep(page, 'Set up a security question', 'Step 4 of 5');
  await expectNoAxeViolations(page);
  await tabTo(page, 'Question');
  await page.keyboard.type('In what city');
  await tabTo(page, 'Answer');
  await page.keyboard.type('Portland');
  await page.keyboard.press('Enter');

  await expectStep(page, 'Agreements', 'Step 5 of 5');
  await expectNoAxeViolations(page);
  await tabTo(page, 'I agree to the Terms of Use');
  await page.keyboard.press('Space');
  await tabTo(page, 'I agree to the E-Sign Consent');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), Nora$/);
  await expect(page).toHaveURL(dashboard);
  await page.reload();
  await expect(page).toHaveURL(dashboard);
});

test('a code is required, can be corrected, and can be sent again', { tag: '@desktop' }, async ({ page, app }) => {
  await logIn(page, app, 'margaret.okafor');
  await expectStep(page, 'Enter your security code', 'Step 1 of 1');
  await expect(page.getByText('We sent it to m•••@example.com.')).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Security code' });
  await continueButton(page).click();
  await expect(field).toHaveAccessibleDescription('A security code is required');
  await expect(field).toBeFocused();

  const first = await readMailedCode(app);
  await field.fill(first === '000000' ? '000001' : '000000');
  await continueButton(page).click();
  await expect(field).toHaveAccessibleDescription('The security code is invalid');
  await expectNoAxeViolations(page);

  await page.getByRole('button', { name: 'Resend Code' }).click();
  await expect(page.getByText('A new code is on its way. The old one no longer works.')).toBeVisible();
  await expect(field).toHaveValue('');
  await enterCode(page, app);
  await expect(page).toHaveURL(dashboard);
});

test('five wrong codes are the limit; a new code works', { tag: '@desktop' }, async ({ page, app }) => {
  await logIn(page, app, 'dee.blocked');
  await expectStep(page, 'Enter your security code');
  const wrong = (await readMailedCode(app)) === '000000' ? '000001' : '000000';
  for (let count = 0; count < 6; count += 1) {
    await page.getByRole('textbox', { name: 'Security code' }).fill(wrong);
    await continueButton(page).click();
    await expect(continueButton(page)).toBeEnabled();
  }
  await expect(page.getByRole('alert')).toHaveText(
    'You have exceeded the maximum number of attempts for this code. Press Resend Code to start over.',
  );
  await page.getByRole('button', { name: 'Resend Code' }).click();
  await expect(page.getByText('A new code is on its way.')).toBeVisible();
  await enterCode(page, app);
  await expect(page).toHaveURL(dashboard);
});

test('a trusted device is not asked again', { tag: '@desktop' }, async ({ page, app }) => {
  await logIn(page, app, 'li.wei');
  await page.getByRole('checkbox', { name: /^Trust this device/ }).check();
  await enterCode(page, app);
  await expect(page).toHaveURL(dashboard);
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual(['passbook.last-activity']);
  await page.evaluate('sessionStorage.clear()');
  await logIn(page, app, 'li.wei');
  await expect(page).toHaveURL(dashboard);
});

test.describe('in the mobile app', () => {
  test.use({ userAgent: 'Mozilla/5.0 LenderMobileApp' });

  test('a device is always trusted, without a checkbox', { tag: '@phone' }, async ({ page, app }) => {
    await logIn(page, app, 'sam.rivera');
    await expectStep(page, 'Enter your security code');
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await enterCode(page, app);
    await expect(page).toHaveURL(dashboard);
    await page.evaluate('sessionStorage.clear()');
    await logIn(page, app, 'sam.rivera');
    await expect(page).toHaveURL(dashboard);
  });
});

test(
  'the SSN needs all its digits, and the third wrong one ends the sign-in',
  { tag: '@desktop' },
  async ({ page, ownApp }) => {
    await logIn(page, ownApp, 'nora.quinn');
    await enterCode(page, ownApp);
    await expectStep(page, 'Confirm your identity');
    const field = page.getByLabel('Social Security Number', { exact: true });
    await continueButton(page).click();
    await expect(field).toHaveAccessibleDescription('Social Security Number is Required');
    await field.fill('90012640');
    await continueButton(page).click();
    await expect(field).toHaveAccessibleDescription('SSN invalid');
    await field.fill(LI_SSN);
    for (let count = 0; count < 2; count += 1) {
      await continueButton(page).click();
      await expect(page.getByRole('alert')).toHaveText('There was an error while validating.');
    }
    await expectNoAxeViolations(page);
    await continueButton(page).click();
    await expectEmptyForm(page);
    await expect(page.getByRole('alert')).toHaveText('Too many sign-in attempts. Please try again later.');
  },
);

test('Cancel discards the sign-in in the browser and on the server', { tag: '@desktop' }, async ({ page, app }) => {
  await logIn(page, app, 'nora.quinn');
  await enterCode(page, app);
  await expectStep(page, 'Confirm your identity');
  const ended = page.waitForResponse('**/api/Login/Logout');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectEmptyForm(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeFocused();
  expect((await ended).status()).toBe(200);
  await page.goto(`${app.url}/#/myaccount/dashboard`);
  await expect(page).toHaveURL(/#\/home\/login$/);
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')).toBe('{}');
});

test('a reload in the middle returns to the form', { tag: '@desktop' }, async ({ page, app }) => {
  await logIn(page, app, 'nora.quinn');
  await enterCode(page, app);
  await expectStep(page, 'Confirm your identity');
  await page.reload();
  await expectEmptyForm(page);
});

for (const [what, answer] of [
  ['has begun', { json: { isEnabled: true } }],
  ['cannot be asked about', { status: 500, json: {} }],
] as const) {
  test(`maintenance that ${what} in the middle of a sign-in ends it`, { tag: '@desktop' }, async ({ page, app }) => {
    await logIn(page, app, 'nora.quinn');
    await expectStep(page, 'Enter your security code');
    await page.route('**/api/MaintenanceMode', (route) => route.fulfill(answer));
    await enterCode(page, app);
    await expect(page.getByRole('alert')).toContainText('The site is currently offline for maintenance.');
    await expect(page.getByLabel('Username')).toBeHidden();
    await page.goto(`${app.url}/#/myaccount/dashboard`);
    await expect(page).toHaveURL(/#\/home\/login$/);
  });
}

test('a sign-in whose session has expired starts over', { tag: '@desktop' }, async ({ page, app }) => {
  await logIn(page, app, 'acme.supply');
  await expectStep(page, 'Enter your security code');
  await page.context().clearCookies();
  await enterCode(page, app);
  await expectEmptyForm(page);
  await expect(page.getByRole('alert')).toHaveText('Your session has expired. Please sign in again.');
});

test('sign-in is refused without an email address for the code', { tag: '@desktop' }, async ({ page, app }) => {
  await logIn(page, app, 'no.mail');
  await expect(page.getByRole('alert')).toHaveText(
    'There is no email associated with this account. Please contact your institution to set one up.',
  );
});

async function tabTo(page: Page, name: string): Promise<void> {
  const target = page.getByLabel(name, { exact: true });
  for (let count = 0; count < 12; count += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
  }
  throw new Error(`The keyboard does not reach ${name}.`);
}
