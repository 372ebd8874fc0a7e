import { builtFile } from '#tests/support/built-product.ts';
import { expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';

test('the dashboard shows what is due next and every kind of account', { tag: '@both' }, async ({ page, app }) => {
  await signIn(page, app, 'margaret.okafor');
  for (const heading of ['Loans', 'Deposits', 'Lines of credit', 'Investments']) {
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  }
  const due = page.getByRole('region', { name: 'Overdue · Home improvement 101-007730-5' });
  await expect(due).toContainText('was due Nov 5');
  await expect(due).toContainText('Past due');
  await expect(due.getByRole('link', { name: 'Set up autopay' })).toBeHidden();
  await expect(due.getByRole('link', { name: 'Make Payment' })).toHaveAttribute(
    'href',
    /#\/myaccount\/payment\/101-007730-5$/,
  );
  await expect(page.getByRole('region', { name: 'Loans' })).toContainText('Past due');
  const rows = page.getByRole('region', { name: 'Coming up' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'Auto loan' })).toContainText('$469.48');
  await expectNoAxeViolations(page);
});

test('no payment is proposed that is on its way already', { tag: '@phone' }, async ({ page, app }) => {
  await signIn(page, app, 'sam.rivera');
  const due = page.getByRole('region', { name: /^Next payment · / });
  await expect(due).toContainText(/Autopay pays \$[\d.]+ on \w+ \d+, 2026 from x\d{4}\./);
  await expect(due.getByRole('progressbar')).toBeVisible();
  await expect(due.getByRole('link')).toHaveText(['Make Payment']);
  const rows = page.getByRole('region', { name: 'Coming up' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'autopay' })).toHaveCount(2);
  const loans = page.getByRole('region', { name: 'Loans' });
  await expect(loans.getByText('Autopay is on').filter({ visible: true })).toHaveCount(2);
  await expectNoAxeViolations(page);
});

test('where nothing is set up, autopay is proposed and opens filled in', { tag: '@phone' }, async ({ page, app }) => {
  await signIn(page, app, 'li.wei');
  await page
    .getByRole('region', { name: /^Next payment · / })
    .getByRole('link', { name: 'Set up autopay' })
    .click();
  await expect(page).toHaveURL(/myaccount\/payment\/101-005520-1$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('closed accounts show only on request, without a due date', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'margaret.okafor');
  const loans = page.getByRole('region', { name: 'Loans' });
  await expect(loans).toContainText('3 accounts');
  await page.getByRole('switch', { name: 'Show closed accounts' }).click();
  await expect(loans).toContainText('4 accounts');
  await expect(loans.getByText('Closed', { exact: true }).filter({ visible: true })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('a column sorts by its header, up and then down', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'margaret.okafor');
  const table = page.getByRole('table', { name: 'Loans' });
  const header = table.getByRole('columnheader', { name: 'Rate' });
  const rates = async () => {
    const texts = await table.getByRole('cell').filter({ hasText: '%' }).allTextContents();
    return texts.map((text) => Number.parseFloat(text));
  };
  await expect(table.getByRole('columnheader', { name: 'Payment Due Date' })).toHaveAttribute('aria-sort', 'ascending');
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(rates).toEqual((await rates()).toSorted((a, b) => a - b));
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(rates).toEqual((await rates()).toSorted((a, b) => b - a));
});

test('a list that fails to load shows an error and can be tried again', { tag: '@desktop' }, async ({ page, app }) => {
  await page.route('**/api/accountList', (route) => route.abort());
  await signIn(page, app, 'li.wei');
  await expect(page.getByRole('alert')).toContainText('An error occurred trying to retrieve the account list.');
  await page.unroute('**/api/accountList');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
});

test('a customer without accounts sees what will appear here', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'pat.empty');
  await expect(page.getByRole('heading', { name: 'No Existing Accounts' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Make a payment' })).toBeHidden();
  await expectNoAxeViolations(page);
});

test('a customer without an email address is asked for one', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'no.mail');
  await expect(page.getByText("We don't have an email address for you.")).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/myaccount\/profile/);
  await expect(page.getByRole('region', { name: 'User Information' }).getByText('Not set')).toBeVisible();
});

test('a notice never pushes down accounts that are there', { tag: '@phone' }, async ({ page, app }) => {
  await page.addInitScript(`new MutationObserver((_, changes) => {
    if (![...document.querySelectorAll('main h2')].some(({ textContent }) => textContent === 'Loans')) return;
    changes.disconnect();
    globalThis.isTold = document.querySelector('main').textContent.includes('an email address for you');
  }).observe(document, { childList: true, subtree: true })`);
  const answered = page.waitForResponse('**/api/accountList');
  await page.route(`**/${await builtFile('web/accounts/DashboardNotices.tsx')}`, async (route) => {
    await answered;
    await route.continue();
  });
  await signIn(page, app, 'no.mail');
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
  expect(await page.evaluate('isTold')).toBe(true);
});

test('notices that cannot be loaded leave the accounts', { tag: '@phone' }, async ({ page, app }) => {
  const notices = await builtFile('web/accounts/DashboardNotices.tsx');
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith(notices));
  await page.route(`**/${notices}`, (route) => route.abort());
  await signIn(page, app, 'no.mail');
  await lost;
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
});

test('a company is greeted by its full name', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'acme.supply');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good \w+, Acme Supply Co.$/);
});

test('the previous login links to the login history', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'margaret.okafor');
  await page.getByRole('link', { name: /^Previous login \d\d\/\d\d\/\d{4} from / }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Login history' })).toBeFocused();
  const table = page.getByRole('table', { name: 'Login history' });
  await expect(table.getByRole('columnheader', { name: 'IP Address' })).toBeVisible();
  await expect(table.getByRole('cell').first()).toHaveText(/^\d{1,2}\/\d{1,2}\/\d\d, \d{1,2}:\d\d [AP]M$/);
  await expectNoAxeViolations(page);
  await page.route('**/LoginHistory', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Error: Cannot Get Login History.');
  await page.unroute('**/LoginHistory');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(table).toBeVisible();
});

test('the skip link leads past the navigation', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'li.wei');
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL(/#\/myaccount\/dashboard$/);
});

test(
  'on a phone, the menu contains the navigation and closes with Escape',
  { tag: '@phone' },
  async ({ page, app }) => {
    await signIn(page, app, 'li.wei');
    const menu = page.getByRole('button', { name: /menu/i });
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeHidden();
    await menu.click();
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeHidden();
  },
);

test(
  'a reloaded dashboard shows that it is loading while an answer is slow',
  { tag: '@phone' },
  async ({ page, app }) => {
    await signIn(page, app, 'li.wei');
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/accountList', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.reload();
    await expect(page.getByText('Loading…').first()).toBeVisible();
    answer.resolve();
    await expect(page.getByRole('region', { name: 'Loans' })).toBeVisible();
  },
);

test(
  'a customer with many loans finds one, and Back shows the same accounts again',
  { tag: '@both' },
  async ({ page, app }, { project }) => {
    await page.route('**/api/accountList', async (route) => {
      const answer = await route.fetch();
      const { Accounts, ...rest } = (await answer.json()) as { Accounts: { Number: string; Description: string }[] };
      const [first] = Accounts;
      const more = Array.from({ length: 100 }, (_, index) => ({
        ...first,
        Number: `199-${String(index).padStart(6, '0')}-1`,
        Description: `Truck ${index}`,
      }));
      await route.fulfill({ json: { ...rest, Accounts: [...Accounts, ...more] } });
    });
    await signIn(page, app, 'dee.blocked');
    const loans = page.getByRole('region', { name: 'Loans' });
    const isPhone = project.name === 'phone';
    const rows = isPhone ? loans.getByRole('listitem') : loans.locator('tbody').getByRole('row');
    await expect(rows).toHaveCount(25);
    await loans.getByRole('button', { name: 'Show more' }).click();
    await expect(rows).toHaveCount(50);
    await expectNoAxeViolations(page);

    await page.getByLabel('Find an account').fill('auto loan');
    await expect(rows.first()).toContainText('Auto loan');
    await page.getByLabel('Find an account').fill('no bank');
    await expect(rows).toHaveCount(1);
    await page.getByLabel('Find an account').fill('auto loan, no');
    await expect(rows).not.toHaveCount(1);
    if (isPhone) {
      await loans.getByLabel('Sort by').selectOption('Account Number');
      await loans.getByRole('button', { name: 'Reverse order' }).click();
    } else {
      await loans.getByRole('button', { name: 'Account Number' }).click();
      await loans.getByRole('button', { name: 'Account Number' }).click();
    }
    await expect(rows.first()).toContainText('106-000336-4');
    const before = await rows.allTextContents();
    await rows.filter({ hasText: '106-000304-6' }).getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Auto loan, no bank drafts' })).toBeVisible();
    await page.getByLabel('Days to display').selectOption('All');
    await page.goBack();
    await expect(page.getByLabel('Find an account')).toHaveValue('auto loan, no');
    await expect.poll(() => rows.allTextContents()).toEqual(before);
    await page.goForward();
    await expect(page.getByLabel('Days to display')).toHaveValue('all');
    await page.goBack();
    await page.getByLabel('Find an account').fill('nothing like it');
    await expect(loans).toContainText('No account matches your search.');
    await page.getByLabel('Find an account').fill('');
    await expect(rows).not.toHaveCount(0);
    expect(page.url(), 'an empty search leaves the address').not.toContain('find=');
  },
);

test('a printed dashboard has dark figures and whole words', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'margaret.okafor');
  const due = page.getByRole('region', { name: 'Overdue · Home improvement 101-007730-5' });
  await expect(due).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  // The width of a Letter page between its margins.
  await page.setViewportSize({ width: 718, height: 960 });
  await expect(due.getByRole('link', { name: 'Make Payment' })).toBeHidden();
  await expect(page.getByText(/Margaret Okafor Printed \d/)).toBeVisible();
  expect(await page.evaluate<string[]>(readPaleWords)).toEqual([]);
  expect(await page.evaluate<string[]>(readBrokenWords)).toEqual([]);
  expect(await page.evaluate<string[]>(readLargeWords)).toEqual([]);
});

/** Words in a narrowed table that are larger than its other words. */
const readLargeWords = `[...document.querySelectorAll('main [data-size="wide"] td *')]
  .filter((each) => parseFloat(getComputedStyle(each).fontSize) > parseFloat(getComputedStyle(each.closest('td')).fontSize))
  .map((each) => each.textContent)`;

/**
 * A string, because these tests compile without DOM types. Words that are paler than 4.5 to 1 on white paper; not those
 * on a color that is printed too.
 */
const readPaleWords = `[...document.querySelectorAll('main *')]
  .filter((each) => each.checkVisibility() && [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .filter((each) => getComputedStyle(each).printColorAdjust !== 'exact')
  .filter((each) => {
    const [r, g, b] = getComputedStyle(each).color.match(/[\\d.]+/g).slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05) < 4.5;
  })
  .map((each) => each.textContent.trim().slice(0, 60))`;

/** A word that is laid out in two lines has two boxes. Skips boxes of a pixel, which only screen readers see. */
const readBrokenWords = `(() => {
  const broken = [];
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const { width } = node.parentElement.getBoundingClientRect();
    if (!node.parentElement.checkVisibility() || width < 2) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\d$.,]{2,}/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 2).map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word);
    }
  }
  return broken;
})()`;
