import { expect, expectNoAxeViolations, signIn, test, unfolded } from '#tests/support/e2e.ts';
import { openLoan, section } from '#tests/support/loan-journey.ts';

const autoLoan = '101-004417-2';

test('a loan shows what is due, what was paid and where it went', { tag: '@both' }, async ({ page, app }) => {
  await signIn(page, app, 'margaret.okafor');
  await page
    .getByRole('region', { name: 'Loans' })
    .getByRole('link', { name: 'Auto loan' })
    .filter({ visible: true })
    .click();
  await expect(page).toHaveURL(new RegExp(`#/myaccount/loanDetails/${autoLoan}$`));
  await expect(page.getByRole('heading', { level: 1, name: `Auto loan ${autoLoan}` })).toBeFocused();
  const info = await unfolded(page, 'Account info');
  for (const term of ['Payment due', 'Payment amount', 'Interest rate', 'Year-to-date interest', 'Misc fees']) {
    await expect(info.getByText(term, { exact: true })).toBeVisible();
  }
  await expect(info).toContainText('12/01/2026');
  await expect(info).toContainText('Bank account ending in 6789');
  await expect(await unfolded(page, 'Recent activity')).toContainText('Interest paid last year');
  await expect(await unfolded(page, 'Balance')).toContainText('paid off by September 2028');
  await expect(await unfolded(page, 'Where your payments went')).toContainText('paid so far');
  await expect(section(page, 'Amount due')).toContainText('$9,709.81');
  await expect(section(page, 'Amount due').getByRole('progressbar')).toBeVisible();
  await expect(section(page, 'Amount due').getByRole('link', { name: 'Make A Payment' })).toHaveAttribute(
    'href',
    new RegExp(`#/myaccount/payment/${autoLoan}$`),
  );
  await expectNoAxeViolations(page);
});

test(
  'what is far below loads when the customer comes near, or with a key',
  { tag: '@desktop' },
  async ({ page, app }) => {
    const below = ['GetStatementFormat', 'GetAccountDocuments', 'Profile'];
    const asked: string[] = [];
    page.on('request', (request) => {
      const call = below.find((one) => new URL(request.url()).pathname.endsWith(one));
      if (call) asked.push(call);
    });
    await signIn(page, app, 'margaret.okafor', `loanDetails/${autoLoan}`);
    await expect(section(page, 'Balance').getByRole('slider').first()).toBeVisible();
    expect(asked).toEqual([]);
    await expect(section(page, 'E-statements')).toBeVisible();
    await page.getByRole('button', { name: 'Statements and documents' }).click();
    await expect(section(page, 'E-statements').getByLabel('Year')).toBeVisible();
    await expect(section(page, 'E-statements')).toBeInViewport();
    await page.reload();
    await expect(section(page, 'Amount due')).toBeVisible();
    await page.keyboard.press('Control+f');
    await expect(section(page, 'Alert preferences').getByRole('checkbox').first()).toBeVisible();
    await expect(section(page, 'Documents')).toContainText('Vehicle title received.pdf');
    await expectNoAxeViolations(page);
  },
);

test('extra payments show at once when the loan ends and what they save', { tag: '@both' }, async ({ page, app }) => {
  await openLoan(page, app, 'margaret.okafor', autoLoan);
  const balance = await unfolded(page, 'Balance');
  await balance.getByLabel('Extra amount').fill('100');
  const result = balance.getByRole('status').last();
  await expect(result).toHaveText(/^\d months sooner ?\$\d+\.\d\d less interest Paid off in \w+ 2028\.$/);
  await expect(balance.getByRole('button', { name: '$100' })).toHaveAttribute('aria-pressed', 'true');
  await expect(balance).toContainText('with $100.00 extra per month');
  await balance.getByText('Show as a table').click();
  const table = balance.getByRole('table', { name: 'Balance at the end of each year' });
  await expect(table.getByRole('columnheader', { name: 'Paying extra' })).toBeVisible();
  await expect(table.getByRole('row').last()).toContainText('2028');
  await balance.getByLabel('Extra amount').fill('1000000');
  await expect(balance.getByLabel('Extra amount')).toHaveAccessibleDescription(/Enter an amount in dollars, up to/);
  await balance.getByLabel('Pay extra each month').press('End');
  await expect(balance.getByLabel('Extra amount')).toHaveValue('940.00');
  await balance.getByLabel('Pay extra each month').press('Home');
  await expect(balance).toContainText('Choose an amount to see what paying extra would change.');
  await expectNoAxeViolations(page);

  await balance.getByRole('button', { name: '$50' }).click();
  await expect(balance.getByLabel('Extra amount')).toHaveValue('50.00');
  await balance.getByRole('link', { name: 'Pay $50.00 extra each month' }).click();
  await expect(page).toHaveURL(/myaccount\/payment\/101-004417-2$/);
  const review = page.locator('li[aria-current="step"]');
  await expect(review.getByRole('heading', { name: 'Review and submit' })).toBeVisible();
  await expect(review).toContainText('Recurring On Due Date');
  // On a phone, the summary repeats it below.
  await expect(review.locator('dl > div', { hasText: 'Additional Principal Amount' }).first()).toContainText('$50.00');
});

test(
  'the balance of any day is read with the pointer or the arrow keys',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await openLoan(page, app, 'margaret.okafor', '101-004417-2');
    const chart = section(page, 'Balance');
    const slider = chart.getByRole('slider', { name: 'Balance on a day' });
    await slider.focus();
    await expect(slider).toHaveAttribute('aria-valuetext', /^\w+ \d+, 2026: \$[\d,.]+$|^\w+ 2026: \$[\d,.]+$/);
    await page.keyboard.press('End');
    await expect(slider).toHaveAttribute('aria-valuetext', 'September 2028: $0.00');
    await expect(chart.getByText('September 2028: $0.00')).toBeVisible();
    await page.keyboard.press('Home');
    await expect(slider).toHaveAttribute('aria-valuetext', /^Aug 31, 2023: \$24,000\.00$/);
    const box = await slider.boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 20);
    await expect(slider).toHaveAttribute('aria-valuetext', /2026: \$1\d,\d{3}\.\d\d$/);
    for (const label of ['$0', '$10,000', '$20,000', '2025', '2028']) {
      await expect(chart.getByText(label, { exact: true }).first()).toBeVisible();
    }
    await expectNoAxeViolations(page);
  },
);

test('alerts are saved, text alerts after accepting their terms', { tag: '@phone' }, async ({ page, ownApp }) => {
  await openLoan(page, ownApp, 'sam.rivera', '101-006107-2');
  const alerts = await unfolded(page, 'Alert preferences');
  const add = alerts.getByRole('button', { name: 'Add a reminder' });
  await add.click();
  await expect(alerts.getByLabel('Due date alert 1')).toBeChecked();
  await expect(alerts.getByLabel('Alert 1: number of days')).toHaveValue('15');
  await expect(alerts.getByLabel('Alert 1: before or after')).toHaveValue('before');
  await alerts.getByRole('button', { name: 'Reset' }).click();
  await expect(alerts.getByLabel('Due date alert 1')).toBeHidden();

  for (const number of [1, 2, 3, 4]) {
    await add.click();
    await expect(alerts.getByLabel(`Due date alert ${number}`)).toBeChecked();
  }
  await expect(add).toBeHidden();
  for (const number of [1, 2, 4]) await alerts.getByLabel(`Due date alert ${number}`).uncheck();
  await expect(alerts.getByLabel('Alert 4: number of days')).toBeHidden();
  await alerts.getByLabel('Alert 3: number of days').fill('12a34');
  await expect(alerts.getByLabel('Alert 3: number of days')).toHaveValue('1234');
  await alerts.getByLabel('Alert 3: before or after').selectOption('days after the due date');
  const texts = alerts.getByRole('checkbox', { name: 'Loan becomes delinquent, Text message' });
  const terms = page.getByRole('dialog', { name: 'Text message terms' });
  await texts.click();
  await terms.getByRole('button', { name: 'Disagree' }).click();
  await expect(texts).not.toBeChecked();
  await texts.click();
  await terms.getByRole('button', { name: 'Okay' }).click();
  await expect(terms).toBeHidden();
  await expect(texts).toBeChecked();
  await expectNoAxeViolations(page);
  await page.route('**/api/AccountAlerts', (route) => route.abort());
  await alerts.getByRole('button', { name: 'Save' }).click();
  await expect(alerts.getByRole('alert')).toHaveText('Error');
  await page.unroute('**/api/AccountAlerts');
  await alerts.getByRole('button', { name: 'Save' }).click();
  await expect(alerts.getByText('Saved')).toBeVisible();
  await expect(alerts.getByRole('button', { name: 'Save' })).toBeHidden();
  await page.reload();
  await unfolded(page, 'Alert preferences');
  await expect(section(page, 'Alert preferences').getByLabel('Alert 3: number of days')).toHaveValue('1234');
  await expect(section(page, 'Alert preferences').getByLabel('Alert 3: before or after')).toHaveValue('after');
  await expect(texts).toBeChecked();

  await page.route('**/api/AgreementLogging/**', (route) => route.abort());
  await texts.uncheck();
  await texts.check();
  await expect(texts).toBeChecked();
  await alerts.getByLabel('Alert 3: number of days').fill('12');
  await alerts.getByRole('button', { name: 'Save' }).click();
  await expect(alerts.getByText('Saved'), 'texts that were chosen before need no consent').toBeVisible();
  await expect(alerts.getByRole('alert')).toBeHidden();
});

test('a loan with restrictions opens and names them', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'dee.blocked');
  for (const [number, message] of [
    ['106-000203-7', 'Account loan is locked for pay off.'],
    ['106-000211-4', 'Account is in dispute'],
    ['106-000320-0', 'Security does not allow online payments.'],
    ['106-000304-6', 'Security does not allow online ACH payments.'],
  ] as const) {
    await page.goto(`${app.url}/#/myaccount/loanDetails/${number}`);
    await expect(page.getByText(message)).toBeVisible();
    await expect(section(page, 'Account info')).toBeVisible();
  }
});

test('a loan in dispute gives no payoff quote and says whom to call', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'dee.blocked');
  await page.goto(`${app.url}/#/myaccount/loanDetails/106-000211-4`);
  await page.getByRole('button', { name: 'Payoff quote' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Get quote' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This loan is in dispute. To pay it off, call (555) 010-4477.');
});

test(
  'a closed loan keeps its address and offers neither payment nor alerts',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await openLoan(page, app, 'margaret.okafor', '101-001902-4');
    await expect(section(page, 'Mailing address')).toContainText(/, [A-Z]{2} \d{5}/);
    await expect(section(page, 'Mailing address').getByRole('button', { name: 'Edit address' })).toBeHidden();
    await expect(page.getByRole('main').getByRole('link', { name: 'Make A Payment' })).toBeHidden();
    await expect(section(page, 'Alert preferences')).toBeHidden();
    await expect(section(page, 'Account info')).toContainText('None');
    await expect(page.getByLabel('Extra amount')).toBeHidden();
    await expectNoAxeViolations(page);
  },
);

test('a line of credit shows the available credit, a loan does not', { tag: '@desktop' }, async ({ page, app }) => {
  await openLoan(page, app, 'margaret.okafor', '103-000711-9');
  await expect(section(page, 'Account info')).toContainText('$2,500.00');
  await expect(section(page, 'Account info')).toContainText('Available credit');
  await expect(section(page, 'Where your payments went')).toContainText('No payments yet.');
  await expect(section(page, 'Balance')).toContainText('Nothing borrowed yet.');
  await page.goto(`${app.url}/#/myaccount/loanDetails/101-004417-2`);
  await expect(section(page, 'Account info')).toContainText('101-004417-2');
  await expect(section(page, 'Account info')).not.toContainText('Available credit');
});

test(
  "an account that can't be shown leads to the dashboard with a message",
  { tag: '@desktop' },
  async ({ page, app }) => {
    await signIn(page, app, 'li.wei');
    for (const number of ['/101-004417-2', '/999-999999-9', '']) {
      await page.goto(`${app.url}/#/myaccount/loanDetails${number}`);
      await expect(page).toHaveURL(/#\/myaccount\/dashboard$/);
      await expect(page.getByRole('alert')).toHaveText('An error occurred trying to retrieve account information.');
      await page.goto(`${app.url}/#/myaccount/loginHistory`);
      await expect(page.getByRole('heading', { level: 1, name: 'Login history' })).toBeVisible();
    }
  },
);

test(
  'a section that fails to load shows an error and retry, and leaves the rest usable',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await signIn(page, app, 'li.wei');
    await page.route('**/GetLoanStory*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto(`${app.url}/#/myaccount/loanDetails/101-005520-1`);
    const balance = section(page, 'Balance');
    await expect(balance.getByRole('alert')).toContainText("We couldn't load this section.");
    await expect(section(page, 'Account info')).toContainText('Payment due');
    await page.unroute('**/GetLoanStory*');
    await balance.getByRole('button', { name: 'Try again' }).click();
    await expect(balance).toContainText('paid so far');
  },
);

test(
  'the amount owed, since when, and what to do come first',
  { tag: '@both' },
  async ({ page, app, isMobile: isPhone }) => {
    await openLoan(page, app, 'margaret.okafor', '101-007730-5');
    const status = section(page, 'Amount due');
    await expect(status).toContainText(/Past due \d+ days/);
    await expect(status).toContainText('$580.50');
    await expect(status).toContainText('was due Nov 5, 2026');
    await expect(status).toContainText('$540.50 in payments and $40.00 in fees');
    await expect(status).toContainText('Pay this amount to bring your loan up to date.');
    await expect(status.getByRole('link', { name: 'Make A Payment' })).toBeInViewport();
    await expect(section(page, 'Balance')).toBeVisible();
    const statusBox = await status.boundingBox();
    const balanceBox = await section(page, 'Balance').boundingBox();
    expect(statusBox?.y).toBeLessThan(balanceBox?.y ?? 0);
    const links = page.getByRole('navigation', { name: 'On this page' });
    const payBar = page.getByRole('link', { name: 'Make A Payment' });
    if (isPhone) {
      await expect(links).toBeHidden();
      await expect(payBar).toHaveCount(1);
      await section(page, 'Mailing address').scrollIntoViewIfNeeded();
      await expect(payBar).toHaveCount(2);
      await expect(payBar.last()).toBeInViewport();
    } else {
      await expect(links.getByRole('button')).toHaveText([
        'Overview',
        'Payments',
        'Statements and documents',
        'Settings',
      ]);
      await links.getByRole('button', { name: 'Payments' }).click();
      await expect(page.getByRole('heading', { level: 2, name: 'Account history' })).toBeFocused();
      await expect(section(page, 'Account history')).toBeInViewport();
      await expect(links, 'stays in view').toBeInViewport();
    }
    await expectNoAxeViolations(page);

    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(/Margaret Okafor Printed \d/)).toBeVisible();
    await expect(page.getByText('210 Commercial Street, Portland, ME 04101 · (555) 010-4477')).toBeVisible();
    await expect(section(page, 'E-statements').getByText('October 2026 statement')).toBeVisible();
    await expect(section(page, 'Mailing address').getByText('Portland, ME 04101')).toBeVisible();
    await expect(page.getByLabel('Street address')).toBeHidden();
    await expect(section(page, 'Alert preferences')).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  },
);

test('a closed loan shows as closed even if the account list fails', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'margaret.okafor');
  await page.route('**/api/accountList', (route) => route.abort());
  await page.goto(`${app.url}/#/myaccount/loanDetails/101-001902-4`);
  await page.reload();
  await expect(section(page, 'Loan status')).toContainText('This loan is closed.');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\w+ 101-001902-4/);
  for (const name of ['Payoff quote', 'Make A Payment']) {
    await expect(page.getByRole('main').getByText(name)).toBeHidden();
  }
  await expect(section(page, 'Alert preferences')).toBeHidden();
});

test(
  'a loan prints with the institution and the time, without its controls',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await openLoan(page, app, 'margaret.okafor', autoLoan);
    await expect(section(page, 'Balance')).toContainText('paid so far');
    await page.emulateMedia({ media: 'print' });
    await expect(section(page, 'Account info')).toBeVisible();
    const head = page.locator('[data-print-head]');
    for (const words of ['First Harbor', 'Margaret Okafor', /Printed .+\d:\d\d [AP]M/])
      await expect(head).toContainText(words);
    expect(await page.evaluate<string[]>(visibleControls)).toEqual([]);
  },
);

/** A string, because these tests compile without DOM types. In print, sorting headers and names of files are plain text. */
const visibleControls = `[...document.querySelectorAll('main :is(button, input, select, textarea)')]
  .filter((control) => control.checkVisibility() && !control.closest('th, li'))
  .map((control) => control.outerHTML.slice(0, 200))`;
