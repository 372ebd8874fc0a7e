import type { Locator, Page } from 'playwright/test';
import { enter, open, press } from '#tests/support/desk-by-keyboard.ts';
import { type App, expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

/** A minimal valid PDF. */
function pdf(name: string) {
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7\n${name} ${Math.random()}`) };
}

/** Its content is not what its name says. */
const disguised = { ...pdf('scan.pdf'), name: 'scan.png' };

async function openMessages(page: Page, app: App, loginName: string, address = 'conversations/new') {
  await signIn(page, app, loginName, address);
  return page.getByRole('group', { name: 'Attachments' });
}

function choose(area: Locator, ...files: ReturnType<typeof pdf>[]): Promise<void> {
  return area.locator('input[type=file]').setInputFiles(files);
}

function row(area: Locator, name: string): Locator {
  return area.getByRole('listitem').filter({ hasText: name });
}

test(
  'a customer sends files with a message; one that is refused costs nothing that was typed',
  { tag: '@both' },
  async ({ ownApp, page }) => {
    const area = await openMessages(page, ownApp, 'li.wei');
    await page.getByLabel('What is it about?').selectOption('Insurance');
    await page.getByLabel('Subject').fill('My new policy');
    await page.getByLabel('Message', { exact: true }).fill('Here are both pages.');
    await choose(area, pdf('page 1.pdf'), disguised, pdf('page 2.pdf'));
    await expect(row(area, 'page 1.pdf')).toContainText('Ready to send');
    await expect(row(area, 'page 2.pdf')).toContainText('Ready to send');
    await expect(row(area, 'scan.png')).toContainText("damaged or doesn't match its extension");
    await expectNoAxeViolations(page);

    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText("We didn't accept every file, so your message wasn't sent.")).toBeVisible();
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Here are both pages.');
    await expectNoAxeViolations(page);
    await area.getByRole('button', { name: 'Remove scan.png' }).click();
    await expect(area.getByRole('button', { name: 'Add Files' })).toBeFocused();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('We have your message.')).toBeVisible();

    await page.getByRole('link', { name: 'My new policy' }).click();
    const files = page.getByRole('list', { name: 'Files of this message' });
    await expect(files.getByRole('listitem')).toHaveText([/^page 1\.pdf.*1 KB$/, /^page 2\.pdf.*1 KB$/]);
    await expectNoAxeViolations(page);
    const arrives = page.context().waitForEvent('response', (response) => response.url().includes('/Attachment?'));
    await files.getByRole('button', { name: /^page 1\.pdf/ }).click();
    const response = await arrives;
    expect(response.status()).toBe(200);
    expect(response.headers()).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    });

    // Not told again to a customer who comes back to the list.
    await page.getByRole('link', { name: 'All messages' }).click();
    await expect(page.getByRole('link', { name: 'My new policy' })).toBeVisible();
    await expect(page.getByText('We have your message.')).toHaveCount(0);
  },
);

test('a message has as many files as the institution allows', { tag: '@desktop' }, async ({ app, page }) => {
  const area = await openMessages(page, app, 'li.wei');
  await choose(area, ...[1, 2, 3, 4, 5, 6].map((number) => pdf(`page ${number}.pdf`)));
  await expect(area.getByText('You can attach up to 5 files. Not attached: page 6.pdf.')).toBeVisible();
  await expect(area.getByText('Ready to send')).toHaveCount(5);
  await area.getByRole('button', { name: 'Remove page 2.pdf' }).click();
  await expect(area.getByText('Not attached:')).toBeHidden();
});

test(
  'a file whose upload was cut off stays, and goes with the next attempt to send',
  { tag: '@phone' },
  async ({ app, page }) => {
    const area = await openMessages(page, app, 'li.wei');
    await page.getByLabel('What is it about?').selectOption('Payoff');
    await page.getByLabel('Subject').fill('Cut off');
    await page.getByLabel('Message', { exact: true }).fill('One file.');
    await page.route('**/api/Conversations/Attach', (route) => route.abort());
    await choose(area, pdf('cut off.pdf'));
    await expect(row(area, 'cut off.pdf')).toContainText('The file transfer was unsuccessful', { timeout: 30_000 });
    await page.unroute('**/api/Conversations/Attach');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('We have your message.')).toBeVisible();
    await page.getByRole('link', { name: 'Cut off' }).click();
    await expect(page.getByRole('list', { name: 'Files of this message' })).toContainText('cut off.pdf');
  },
);

test(
  'an agent reads a file of a customer and answers with one, by keyboard',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    const customer = await (await browser.newContext()).newPage();
    const area = await openMessages(customer, ownApp, 'li.wei');
    await customer.getByLabel('What is it about?').selectOption('Insurance');
    await customer.getByLabel('Subject').fill('Signed form');
    await customer.getByLabel('Message', { exact: true }).fill('Is this the right form?');
    await choose(area, pdf('form.pdf'));
    await customer.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(customer.getByText('We have your message.')).toBeVisible();

    await enter(page, ownApp, 'Alma Ortiz, agent');
    await open(page, 'Li Wei', 'Li Wei');
    await press(page.getByRole('link', { name: 'Inbox', exact: true }));
    await page.getByRole('searchbox').fill('form.pdf');
    await page.keyboard.press('Enter');
    await press(page.getByRole('link', { name: 'Signed form' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Signed form' })).toBeVisible();
    const received = page.getByRole('list', { name: 'Attached files' });
    await expect(received).toContainText('1 KB. Virus scan: No scanner.');
    await expectNoAxeViolations(page);
    const saving = page.waitForEvent('download');
    await press(received.getByRole('button', { name: 'form.pdf' }));
    expect((await saving).suggestedFilename()).toBe('form.pdf');

    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('r');
    await page.keyboard.type('No, please sign this one.');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Attach files')).toBeFocused();
    await page.getByLabel('Attach files').setInputFiles([disguised, pdf('right form.pdf')]);
    const files = page.getByRole('list', { name: 'Files to send' });
    await expect(row(files, 'right form.pdf')).toContainText('ready to send');
    await expect(row(files, 'scan.png')).toContainText("content doesn't match its name");
    await press(page.getByRole('button', { name: 'Answer', exact: true }));
    await expect(page.getByText('Remove the files that were refused, then send.')).toBeVisible();
    await expectNoAxeViolations(page);
    await press(files.getByRole('button', { name: 'Remove scan.png' }));
    await press(page.getByRole('button', { name: 'Answer', exact: true }));
    await expect(page.getByRole('button', { name: 'right form.pdf', exact: true })).toBeVisible();
    await expect(files).toBeHidden();

    await customer.getByRole('link', { name: 'Signed form' }).click();
    const answered = customer.getByRole('button', { name: /^right form\.pdf/ });
    await expect(answered).toBeVisible();
    const opens = customer.context().waitForEvent('response', (response) => response.url().includes('/Attachment?'));
    await answered.click();
    expect((await opens).status()).toBe(200);
  },
);

test(
  'an agent writes first with a file, by keyboard, and the customer reads it',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enter(page, ownApp, 'Alma Ortiz, agent');
    await open(page, 'Li Wei', 'Li Wei');
    await press(page.getByRole('button', { name: 'Write a message' }));
    const dialog = page.getByRole('dialog', { name: 'Write a message' });
    await expect(dialog.getByLabel('Topic')).toBeFocused();
    await expectNoAxeViolations(page);
    await press(dialog.getByRole('button', { name: 'Send', exact: true }));
    await expect(dialog.getByText('Choose a topic.')).toBeVisible();
    await dialog.getByLabel('Topic').selectOption('Insurance');
    await dialog.getByLabel('Subject').fill('A form to sign');
    await dialog.getByLabel('Message', { exact: true }).fill('Please sign this form.');
    await dialog.getByLabel('Attach files').setInputFiles([pdf('form to sign.pdf')]);
    await expect(dialog.getByRole('list', { name: 'Files to send' })).toContainText('ready to send');
    await dialog.getByLabel('Reason').fill('Asked by phone');
    await press(dialog.getByRole('button', { name: 'Send', exact: true }));
    await expect(page.getByRole('heading', { level: 1, name: 'A form to sign' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('form to sign.pdf');

    const customer = await (await browser.newContext()).newPage();
    await openMessages(customer, ownApp, 'li.wei', 'conversations');
    await customer.getByRole('link', { name: 'A form to sign' }).click();
    await expect(customer.getByRole('button', { name: /^form to sign\.pdf/ })).toBeVisible();
  },
);
