import type { Page } from 'playwright/test';
import { type App, expect, expectNoAxeViolations, runApp, signIn, test, unfolded } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';

const AUTO = '101-004417-2';
const CLOSED = '101-001902-4';

async function openStatements(page: Page, app: App, loginName: string, accountNumber = AUTO) {
  await signIn(page, app, loginName, `loanDetails/${accountNumber}`);
  const section = await unfolded(page, 'E-statements');
  await expect(section.getByLabel('Year')).toBeVisible();
  return section;
}

test(
  'three years of statements open as PDF in a new tab, with the interest of a finished year',
  { tag: '@both' },
  async ({ page, app }) => {
    const section = await openStatements(page, app, 'margaret.okafor');
    const years = await section.getByLabel('Year').locator('option').allTextContents();
    expect(years).toHaveLength(3);
    await section.getByLabel('Year').selectOption(years[1] ?? '');
    const opened = async (name: string) => {
      const arrives = page.context().waitForEvent('response', (response) => response.url().includes('ViewStatement'));
      await section.getByRole('button', { name }).click();
      const response = await arrives;
      expect(response.status()).toBe(200);
      expect(response.headers()['content-type']).toBe('application/pdf');
    };
    await opened(`October ${years[1]}`);
    await opened(`Interest paid in ${years[1]}`);
    await expectNoAxeViolations(page);
  },
);

test('a list is loaded once per year', { tag: '@desktop' }, async ({ page, app }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('GetStatementList')) asked.push(new URL(request.url()).searchParams.get('Year') ?? '');
  });
  const section = await openStatements(page, app, 'margaret.okafor');
  const [first = '', second = ''] = await section.getByLabel('Year').locator('option').allTextContents();
  // A year left before its list arrives is canceled, and asked for again when it is chosen again.
  await expect(section.getByRole('listitem').first()).toContainText(first);
  for (const year of [second, first, second]) {
    await section.getByLabel('Year').selectOption(year);
    await expect(section.getByRole('listitem').first()).toContainText(year);
  }
  expect(asked).toEqual([first, second]);
});

test(
  'an empty year, a list that fails to load, and a statement that fails to open say so',
  { tag: '@desktop' },
  async ({ page, app }) => {
    const section = await openStatements(page, app, 'margaret.okafor', '102-000318-8');
    const years = await section.getByLabel('Year').locator('option').allTextContents();
    await section.getByLabel('Year').selectOption(years[2] ?? '');
    await expect(section.getByText('No e-statements found for this account for the selected year.')).toBeVisible();
    await page.route('**/api/accountEStatements/GetStatementList?*', (route) => route.abort());
    await section.getByLabel('Year').selectOption(years[1] ?? '');
    await expect(section.getByText("We couldn't load your statements.")).toBeVisible();
    await page.unroute('**/api/accountEStatements/GetStatementList?*');
    await section.getByRole('button', { name: 'Try again' }).click();
    await expect(section.getByText('No e-statements found for this account for the selected year.')).toBeVisible();
    await section.getByLabel('Year').selectOption(years[0] ?? '');
    await page.route('**/api/PassableToken/**', (route) => route.abort());
    await section
      .getByRole('button', { name: /\d{4} statement/ })
      .first()
      .click();
    await expect(section.getByText("We couldn't open the statement. Try again.")).toBeVisible();
  },
);

test(
  'e-statements are turned off after a notice, and on again with the terms',
  { tag: '@desktop' },
  async ({ page, ownApp }) => {
    const section = await openStatements(page, ownApp, 'margaret.okafor');
    const toggle = section.getByRole('switch', { name: 'Receive statements electronically' });
    await expect(toggle).toBeChecked();
    await toggle.click();
    const withdrawal = page.getByRole('dialog', { name: 'Turn off e-statements?' });
    await expectNoAxeViolations(page);
    await withdrawal.getByRole('button', { name: 'Cancel' }).click();
    await expect(toggle).toBeChecked();
    await toggle.click();
    await withdrawal.getByRole('button', { name: 'I Acknowledge' }).click();
    await expect(section.getByText('Saved')).toBeVisible();
    await expect(toggle).toBeHidden();
    await section.getByRole('button', { name: 'Turn on e-statements' }).click();
    const terms = page.getByRole('dialog', { name: 'E-statement agreement' });
    await expect(terms.getByRole('heading', { name: 'E-Sign Consent' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await expect(section.getByRole('button', { name: 'Turn on e-statements' })).toBeFocused();
    await page.keyboard.press('Enter');
    await terms.getByRole('button', { name: 'I Agree' }).click();
    await expect(toggle).toBeChecked();
  },
);

test(
  "a change that isn't saved shows the server's reason, or that it failed",
  { tag: '@desktop' },
  async ({ page, app }) => {
    const section = await openStatements(page, app, 'margaret.okafor');
    const toggle = section.getByRole('switch', { name: 'Receive statements electronically' });
    const turnOff = async () => {
      await toggle.click();
      await page.getByRole('button', { name: 'I Acknowledge' }).click();
    };
    await page.route('**/api/AccountEStatements/SetStatementFormat', (route) => route.abort());
    await turnOff();
    await expect(section.getByRole('alert')).toHaveText('Error');
    await page.route('**/api/AccountEStatements/SetStatementFormat', (route) =>
      route.fulfill({ status: 403, json: { HasNoErrors: false, Errors: [{ ErrorMessage: 'The books are closed.' }] } }),
    );
    await turnOff();
    await expect(section.getByRole('alert')).toHaveText('The books are closed.');
    await expect(toggle).toBeChecked();
  },
);

test('a closed loan keeps its statements and has no switch', { tag: '@desktop' }, async ({ page, app }) => {
  const section = await openStatements(page, app, 'margaret.okafor', CLOSED);
  await expect(section.getByRole('button', { name: /\d{4} statement/ }).first()).toBeVisible();
  await expect(section.getByRole('switch')).toBeHidden();
  await expect(section.getByRole('button', { name: 'Turn on e-statements' })).toBeHidden();
});

test(
  'without an email address, one is asked for before statements can be electronic',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await signIn(page, app, 'no.mail');
    await page.getByRole('region', { name: 'Loans' }).getByRole('link').filter({ visible: true }).first().click();
    const section = await unfolded(page, 'E-statements');
    await expect(section.getByText(/To get electronic statements, please .* an email address\./)).toBeVisible();
    await expect(
      section.getByRole('button', { name: 'Turn on e-statements' }).or(section.getByRole('switch')),
    ).toBeDisabled();
    await expectNoAxeViolations(page);
  },
);

const strict = test.extend<{ readonly strictApp: App }>({
  strictApp: [
    async ({}, provide) => {
      const folder = await writeInstitution({
        'estatementOptions.useConfirmDialog': true,
        'estatementOptions.manualLoading': true,
        'estatementOptions.provider': 'amsive',
        'estatementOptions.externalUrl': 'https://statements.example/view?id={id}',
        'estatementOptions.externalHosts': ['statements.example'],
      });
      await runApp({ PASSBOOK_INSTITUTION: folder }, provide);
    },
    { timeout: 120_000 },
  ],
});

strict(
  'an institution may load on request, have statements elsewhere, and ask twice',
  { tag: '@desktop' },
  async ({ page, strictApp }) => {
    const section = await openStatements(page, strictApp, 'margaret.okafor');
    await expect(section.getByRole('listitem')).toHaveCount(0);
    await section.getByRole('button', { name: 'Show statements' }).click();
    await section
      .getByRole('button', { name: /\d{4} statement/ })
      .first()
      .click();
    const leaving = page.getByRole('dialog', { name: 'You are leaving this site' });
    await expect(leaving).toContainText('statements.example');
    await expect(leaving.getByRole('link', { name: 'Continue' })).toHaveAttribute(
      'href',
      /^https:\/\/statements\.example\/view\?id=101-004417-2\.\d{4}-\d\d$/,
    );
    await expectNoAxeViolations(page);
    await leaving.getByRole('button', { name: 'Cancel' }).click();
    await section.getByRole('switch').click();
    await page.getByRole('button', { name: 'I Acknowledge' }).click();
    await section.getByRole('button', { name: 'Turn on e-statements' }).click();
    await page.getByRole('button', { name: 'I Agree' }).click();
    const confirm = page.getByRole('dialog', { name: 'Turn on e-statements?' });
    await expectNoAxeViolations(page);
    await confirm.getByRole('button', { name: 'Turn on', exact: true }).click();
    await expect(section.getByRole('switch')).toBeChecked();
  },
);
