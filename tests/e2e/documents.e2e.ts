import type { Locator, Page } from 'playwright/test';
import { type App, expect, expectNoAxeViolations, runApp, signIn, test, unfolded } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';

const AUTO = '101-004417-2';
const UPLOADS = '**/api/file/Upload*';

/** A minimal valid PDF. */
function pdf(name: string, content = name) {
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7\n${content} ${Math.random()}`) };
}

async function openCenter(page: Page, app: App, loginName: string): Promise<Locator> {
  await signIn(page, app, loginName, 'document-center');
  await expect(page.getByRole('heading', { level: 1, name: 'Document Center' })).toBeVisible();
  return page.getByRole('tabpanel');
}

async function addFiles(area: Locator, ...files: ReturnType<typeof pdf>[]) {
  await area.locator('input[type=file]').setInputFiles(files);
}

test(
  'documents are uploaded with their types, appear as new, and open in a new tab',
  { tag: '@both' },
  async ({ page, app }) => {
    const panel = await openCenter(page, app, 'margaret.okafor');
    await panel.getByLabel('Account number').selectOption(AUTO);
    const list = panel.getByRole('list', { name: 'Documents', exact: true });
    await expect(list).toContainText('Loan agreement.pdf');
    await expect(list.getByText('New', { exact: true })).toBeHidden();
    await expect(list.getByRole('listitem').first()).toContainText(/\d{1,2}\/\d{1,2}\/\d\d, \d{1,2}:\d\d [AP]M/);
    await expectNoAxeViolations(page);

    const [one, two] = [pdf(`payslip ${Date.now()}.pdf`), pdf(`lease ${Date.now()}.pdf`)];
    await addFiles(panel, one, two);
    await panel.getByRole('button', { name: 'Upload File(s)' }).click();
    await expect(panel.getByText('Choose a file type').filter({ visible: true }).first()).toBeVisible();
    await expectNoAxeViolations(page);
    await panel.getByLabel(`File type for ${one.name}`).selectOption('Proof of income');
    await panel.getByLabel(`File type for ${two.name}`).selectOption('Proof of address');
    await panel.getByRole('button', { name: 'Upload File(s)' }).click();
    await expect(panel.getByText('Files uploaded: 2.')).toBeVisible();
    await expect(panel.getByRole('list', { name: 'Files to upload' })).toBeHidden();
    for (const { name } of [one, two]) {
      await expect(list.getByRole('listitem').filter({ hasText: name })).toContainText('New');
    }
    await expectNoAxeViolations(page);

    const arrives = page.context().waitForEvent('response', (response) => response.url().includes('ViewDocument'));
    await list.getByRole('button', { name: `${one.name} (opens` }).click();
    const response = await arrives;
    expect(response.status()).toBe(200);
    expect(response.headers()).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    });
    expect(response.url(), 'an address never holds a token of the session').not.toContain(
      await page.evaluate(() => sessionStorage.getItem('passbook.token') ?? ''),
    );

    const [tab] = page.context().pages().slice(1);
    await tab?.close();
    await page.bringToFront();
    const row = list.getByRole('listitem').filter({ hasText: two.name });
    await expect(row).toContainText('Proof of address');
    await row.getByRole('button', { name: `Change or remove ${two.name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Change ${two.name}` });
    await expect(dialog.getByRole('button', { name: 'Save type' })).toBeDisabled();
    await expectNoAxeViolations(page);
    await dialog.getByLabel('File type').selectOption('Other');
    await dialog.getByRole('button', { name: 'Save type' }).click();
    await expect(panel.getByText(`The type of ${two.name} was changed.`)).toBeVisible();
    await expect(row).toContainText('Other');
    await row.getByRole('button', { name: `Change or remove ${two.name}` }).click();
    await dialog.getByRole('button', { name: 'Remove file' }).click();
    await expect(panel.getByText(`${two.name} was removed.`)).toBeVisible();
    await expect(row).toHaveCount(0);
    const letter = list.getByRole('listitem').filter({ hasText: 'Loan agreement.pdf' });
    await expect(letter.getByRole('button', { name: /^Change/ })).toHaveCount(0);
  },
);

test('a refused file shows the reason, and the others continue', { tag: '@desktop' }, async ({ page, app }) => {
  const panel = await openCenter(page, app, 'li.wei');
  await expect(panel.getByText('No Uploaded Documents')).toBeVisible();
  const page404 = { ...pdf('page.html'), mimeType: 'text/html' };
  const disguised = { ...pdf('disguised.pdf'), buffer: Buffer.from('<!doctype html>') };
  const empty = { ...pdf('empty.pdf'), buffer: Buffer.alloc(0) };
  const good = pdf('good.pdf');
  await addFiles(panel, page404, disguised, empty, good);
  const queue = panel.getByRole('list', { name: 'Files to upload' });
  const row = (name: string) => queue.getByRole('listitem').filter({ hasText: name });
  await expect(row('page.html')).toContainText('Upload a PDF, PNG, JPG, DOC, or DOCX file.');
  await expect(row('empty.pdf')).toContainText('This file is empty. Choose another.');
  const sent: string[] = [];
  page.on('request', (request) => void (request.url().includes('/api/file/Upload') && sent.push(request.url())));
  await panel.getByLabel('File type for disguised.pdf').selectOption('Other');
  await panel.getByLabel('File type for good.pdf').selectOption('Other');
  await panel.getByRole('button', { name: 'Upload File(s)' }).click();
  await expect(panel.getByText('Files uploaded: 1. Not uploaded: 3. The reason is next to each file.')).toBeVisible();
  expect(sent, 'files with errors are not sent').toHaveLength(2);
  await expect(row('disguised.pdf')).toContainText(
    "This file is damaged or doesn't match its extension. Choose another one.",
  );
  await expect(row('good.pdf')).toBeHidden();
  await expectNoAxeViolations(page);

  await row('page.html').getByRole('button', { name: 'Remove page.html' }).click();
  await expect(panel.getByRole('button', { name: 'Add Files' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(queue.getByRole('listitem')).toHaveCount(1);
});

test('a lost connection, a server error, and a canceled upload', { tag: '@desktop' }, async ({ page, app }) => {
  const panel = await openCenter(page, app, 'li.wei');
  await addFiles(panel, pdf('lost.pdf'));
  const row = panel.getByRole('list', { name: 'Files to upload' }).getByRole('listitem');
  await panel.getByLabel('File type for lost.pdf').selectOption('Other');
  const send = panel.getByRole('button', { name: 'Upload File(s)' });
  await page.route(UPLOADS, (route) => route.abort());
  await send.click();
  await expect(row).toContainText('The file transfer was unsuccessful, please try again.');
  await page.unroute(UPLOADS);
  await page.route(UPLOADS, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await send.click();
  await expect(row).toContainText('Internal Server Error');
  await page.unroute(UPLOADS);
  await page.route(UPLOADS, (route) => route.fulfill({ status: 503, json: { Message: 'The scanner sleeps.' } }));
  await send.click();
  await expect(row).toContainText('The scanner sleeps.');
  await page.unroute(UPLOADS);

  await page.route(UPLOADS, () => undefined);
  await send.click();
  await expect(row.getByRole('progressbar', { name: 'Uploading lost.pdf' })).toBeVisible();
  await expectNoAxeViolations(page);
  await row.getByRole('button', { name: 'Remove lost.pdf' }).click();
  await expect(row).toHaveCount(0);
  await expect(panel).not.toContainText('lost.pdf');
});

test('files can be dropped only on devices with a mouse', { tag: '@both' }, async ({ page, app }, { project }) => {
  const panel = await openCenter(page, app, 'li.wei');
  await expect(panel.getByRole('button', { name: 'Add Files' })).toBeVisible();
  const zone = panel.getByText('Drag files here, or add them:');
  if (project.name === 'phone') {
    await expect(zone).toBeHidden();
    return;
  }
  const dataTransfer = await page.evaluateHandle(`{
    const transfer = new DataTransfer();
    transfer.items.add(new File(['%PDF-1.7'], 'dropped.pdf', { type: 'application/pdf' }));
    transfer;
  }`);
  await zone.dispatchEvent('drop', { dataTransfer });
  await expect(panel.getByLabel('File type for dropped.pdf')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('dialog'), 'what is not uploaded would be lost').toContainText(/unsaved/i);
});

test('a tab of the document center loads when it is opened', { tag: '@desktop' }, async ({ page, app }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/api\/Documents\/(\w+)/.exec(request.url()) ?? [];
    if (name !== undefined) asked.push(name);
  });
  const panel = await openCenter(page, app, 'margaret.okafor');
  await expect(panel.getByLabel('Account number')).toHaveValue('');
  expect(asked).toEqual([]);
  await page.getByRole('tab', { name: 'Account Documents' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('Privacy notice.pdf');
  expect(asked).toEqual(['GetCustomerDocuments']);
  await page.getByRole('tab', { name: 'Applications Documents' }).click();
  await panel.getByLabel('Application number').selectOption('A-502114');
  await expect(panel).toContainText('What we still need from you.pdf');
  expect(asked).toEqual(['GetCustomerDocuments', 'GetApplicationDocuments']);
  await expectNoAxeViolations(page);
});

test(
  'uploads continue while the customer looks at another account or tab',
  { tag: '@desktop' },
  async ({ page, app }) => {
    const panel = await openCenter(page, app, 'margaret.okafor');
    await panel.getByLabel('Account number').selectOption(AUTO);
    const name = `on its way ${Date.now()}.pdf`;
    await addFiles(panel, pdf(name));
    await panel.getByLabel(`File type for ${name}`).selectOption('Other');
    const arrived = Promise.withResolvers<void>();
    await page.route(UPLOADS, async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await panel.getByRole('button', { name: 'Upload File(s)' }).click();
    await panel.getByLabel('Account number').selectOption('102-000318-8');
    await expect(panel.getByRole('list', { name: 'Files to upload' })).toBeHidden();
    await page.getByRole('tab', { name: 'Profile Documents' }).click();
    await expect(panel.getByText('Privacy notice.pdf')).toBeVisible();
    await page.getByRole('tab', { name: 'Account Documents' }).click();
    await panel.getByLabel('Account number').selectOption(AUTO);
    await expect(panel.getByRole('list', { name: 'Files to upload' })).toContainText(name);
    arrived.resolve();
    await expect(panel.getByText('Files uploaded: 1.')).toBeVisible();
  },
);

test('a customer without accounts and applications sees an explanation', { tag: '@desktop' }, async ({ page, app }) => {
  const panel = await openCenter(page, app, 'pat.empty');
  await expect(panel).toContainText("You don't have any accounts yet.");
  await page.getByRole('tab', { name: 'Applications Documents' }).click();
  await expect(panel).toContainText("You don't have any applications yet.");
});

test(
  'lists that fail to load show an error, keep their content, and can be tried again',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await page.route('**/api/Documents/Get*', (route) => route.abort());
    await page.route('**/api/file/GetFileTypes', (route) => route.abort());
    const panel = await openCenter(page, app, 'margaret.okafor');
    await panel.getByLabel('Account number').selectOption(AUTO);
    await expect(panel).toContainText('Cannot connect to the service to get documents');
    await expect(panel).toContainText('Cannot connect to the service to get file types');
    await expectNoAxeViolations(page);
    await page.unroute('**/api/Documents/Get*');
    await page.unroute('**/api/file/GetFileTypes');
    await panel.getByRole('button', { name: 'Try again' }).first().press('Enter');
    await expect(panel).toContainText('Loan agreement.pdf');
    await panel.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(panel.getByRole('button', { name: 'Add Files' })).toBeVisible();

    await page.route('**/api/Documents/Get*', (route) => route.abort());
    await panel.getByRole('button', { name: 'Refresh list' }).click();
    await expect(panel).toContainText('Something went wrong when attempting to refresh the document list');
    await expect(panel).toContainText('Loan agreement.pdf');
    await page.route('**/api/PassableToken/**', (route) => route.abort());
    await panel.getByRole('button', { name: 'Loan agreement.pdf' }).click();
    await expect(panel).toContainText("We couldn't open the document. Try again.");
  },
);

test(
  'the document center opened offline shows an error and loads later',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await signIn(page, app, 'li.wei');
    await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Documents' }).click();
    await page.getByRole('link', { name: 'Document Center' }).click();
    await expect(page.getByRole('alert')).toContainText('An error occurred while trying to load that page.');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Document Center' })).toBeVisible();
  },
);

test('loan and application show their documents', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'margaret.okafor');
  await page.goto(`${app.url}/#/myaccount/loanDetails/101-007730-5`);
  const documents = await unfolded(page, 'Documents');
  await expect(documents).toContainText('Past-due payment reminder.pdf');
  await page.goto(`${app.url}/#/myaccount/applicationdetails/A-501877`);
  await expect(documents).toContainText('Approval letter.pdf');
  await expectNoAxeViolations(page);
  await page.goto(`${app.url}/#/myaccount/applicationdetails/A-498120`);
  await expect(documents).toContainText('No Uploaded Documents');
});

test('bank draft authorizations open as they were signed', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'sam.rivera');
  await page.goto(`${app.url}/#/myaccount/documents`);
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
  const item = page.getByRole('list', { name: 'Recurring ACH authorizations' }).getByRole('listitem').first();
  await expect(item).toContainText(/\d{1,2}\/\d{1,2}\/\d\d, \d{1,2}:\d\d:\d\d$/);
  await expectNoAxeViolations(page);
  const opens = page.waitForEvent('popup');
  await item.getByRole('button', { name: /^Loan 101-006106-4/ }).click();
  const tab = await opens;
  await expect(tab.getByRole('heading', { name: 'Authorization for Automatic Bank Drafts' })).toBeVisible();
  await expect(tab.getByText('101-006106-4')).toBeVisible();
  await tab.close();
  await page.route('**/api/PassableToken/**', (route) => route.abort());
  await item.getByRole('button').click();
  await expect(page.getByRole('alert')).toHaveText('There was an error retrieving the draft.');
});

test('authorizations may be empty or fail to load', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'li.wei');
  await page.goto(`${app.url}/#/myaccount/documents`);
  await expect(page.getByText('There are no associated documents with this account.')).toBeVisible();
  await page.goto(`${app.url}/#/myaccount/dashboard`);
  await page.route('**/api/AchDraftAgreement/GetACHDrafts', (route) => route.abort());
  await page.goto(`${app.url}/#/myaccount/documents`);
  await expect(page.getByRole('alert')).toContainText('There was an error retrieving the draft.');
  await page.unroute('**/api/AchDraftAgreement/GetACHDrafts');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('There are no associated documents with this account.')).toBeVisible();
});

const reading = test.extend<{ readonly readingApp: App }>({
  readingApp: [
    async ({}, provide) => {
      const folder = await writeInstitution({
        'documentOptions.heading': 'From us to you',
        'documentOptions.disclaimer': '<p>Kept for <strong>seven years</strong>.</p>',
        'documentOptions.allowUpload': false,
        'documentOptions.saveInsteadOfShow': true,
        'documentOptions.hideTabProfile': true,
      });
      await runApp({ PASSBOOK_INSTITUTION: folder }, provide);
    },
    { timeout: 120_000 },
  ],
});

reading(
  'an institution may say something above documents, take none, and have them saved',
  { tag: '@desktop' },
  async ({ page, readingApp }) => {
    const panel = await openCenter(page, readingApp, 'margaret.okafor');
    await expect(page.getByRole('tab')).toHaveText(['Account Documents', 'Applications Documents']);
    await panel.getByLabel('Account number').selectOption(AUTO);
    await expect(panel.getByRole('heading', { name: 'From us to you' })).toBeVisible();
    await expect(panel.getByText('seven years')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Add Files' })).toBeHidden();
    const saves = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Loan agreement.pdf' }).click();
    expect((await saves).suggestedFilename()).toBe('Loan agreement.pdf');
    await expectNoAxeViolations(page);
  },
);
