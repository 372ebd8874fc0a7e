import { expect, expectNoAxeViolations, runApp, signIn, test } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';

test('a visitor finds an answer by topic, search and link', { tag: '@both' }, async ({ page, app, isMobile }) => {
  await page.goto(app.url);
  await page.getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL(/#\/home\/faq$/);
  await expect(page).toHaveTitle('FAQ · First Harbor Lending');
  await expect(page.getByText('First Harbor Lending', { exact: true }).first()).toBeVisible();
  const topics = page.getByRole('navigation', { name: 'Topics' });
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['General']);
  await expectNoAxeViolations(page);

  if (isMobile) await topics.getByRole('button', { name: 'Topics: General' }).click();
  await expect(topics.getByRole('link')).toHaveText(['General', 'Security', 'Account', 'Rates', 'Holidays']);
  await topics.getByRole('link', { name: 'Rates' }).click();
  await expect(page).toHaveURL(/#\/home\/faq\?section=rates$/);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Rates']);
  await expect(page.getByRole('heading', { level: 3, name: 'How is my rate set?' })).toBeVisible();
  if (isMobile) await expect(topics.getByRole('link', { name: 'Holidays' })).toBeHidden();
  else await expect(topics.getByRole('link', { name: 'Rates' })).toHaveAttribute('aria-current', 'page');

  const search = page.getByLabel('Search FAQs');
  await search.fill('due date');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 17 answers match “due date”.');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Can I change the due date?']);
  await expectNoAxeViolations(page);
  await search.fill('zeppelin');
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^No answers match “zeppelin”/);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(search).toBeFocused();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Rates']);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['General']);
  await page.goto(`${app.url}/#/home/faq?section=holidays`);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Holidays']);
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await expect(page).toHaveURL(/#\/home\/login$/);
});

test(
  'a customer sees the same, without the logo and the link to sign in',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await signIn(page, app, 'acme.supply');
    await page.getByRole('navigation', { name: 'Help' }).getByRole('link', { name: 'FAQ' }).click();
    await expect(page).toHaveURL(/#\/myaccount\/faq$/);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['General']);
    await expect(page.getByRole('link', { name: 'Back to Login' })).toBeHidden();
    // Where the menu leads as well: to the messages that are answered in the portal.
    await page.getByRole('link', { name: 'Send us a message' }).click();
    await expect(page).toHaveURL(/#\/myaccount\/conversations\/new$/);
    await expect(page.getByLabel('What is it about?')).toBeVisible();
  },
);

test('hidden topics are missing, and the first remaining one shows', { tag: '@desktop' }, async ({ page }) => {
  const folder = await writeInstitution({
    'faqOptions.hideGeneral': true,
    'faqOptions.hideHolidays': true,
    'faqOptions.contentSecurity': '<p>Words before any question <img src=x onerror="alert(1)"></p>',
    'faqOptions.contentRates': '',
  });
  await runApp({ PASSBOOK_INSTITUTION: folder }, async (app) => {
    await page.goto(`${app.url}/#/home/faq?section=general`);
    const topics = page.getByRole('navigation', { name: 'Topics' });
    await expect(topics.getByRole('link')).toHaveText(['Security', 'Account', 'Rates']);
    await expect(page.getByText('Words before any question')).toBeVisible();
    await expect(page.locator('main img')).toHaveCount(0);
    await topics.getByRole('link', { name: 'Rates' }).click();
    await expect(page.getByText('No questions here yet.')).toBeVisible();
  });
});

test('where everything is off, every screen says so', { tag: '@desktop' }, async ({ page }) => {
  await runApp({ PASSBOOK_INSTITUTION: 'institutions/harbor-bare' }, async (app) => {
    await page.goto(`${app.url}/#/home/faq`);
    await expect(page.getByText('No FAQs yet.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Send us a message' })).toHaveCount(0);
    await page.goto(`${app.url}/#/home/messages`);
    await expect(page.getByText("You can't send messages here.")).toBeVisible();
    await page.goto(`${app.url}/#/home/locations`);
    await expect(page.getByText("We don't list branches online.")).toBeVisible();
    await expectNoAxeViolations(page);
    await expect(page.getByRole('navigation', { name: 'Help' })).toBeHidden();
  });
});
