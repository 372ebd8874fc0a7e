import { expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';

const payslip = { name: 'payslip.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') };

test.describe('a customer who has trouble paying', () => {
  test.use({ environment: { PASSBOOK_DESK: 'on' } });

  test('asks for help from the loan, and withdraws it', { tag: '@both' }, async ({ page, ownApp: app }) => {
    await signIn(page, app, 'dee.blocked', 'loanDetails/106-000405-5');
    await page.getByRole('link', { name: 'Having trouble paying?' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'Help with payments' })).toBeVisible();
    await expect(page.getByLabel('Which account is it about?')).toHaveValue('106-000405-5');
    await expect(page.getByText(/^Your payments remain due while we look at your request\./)).toBeVisible();
    await expect(page.getByText('We answer within 5 business days.')).toBeVisible();
    await expectNoAxeViolations(page);

    const send = page.getByRole('button', { name: 'Send request' });
    await send.click();
    await expect(page.getByLabel('What happened?')).toBeFocused();
    await expect(page.getByText('Required')).toHaveCount(4);
    await page.getByLabel('What happened?').selectOption('I lost my job');
    await page.getByLabel('Since when?').fill('13/01/2026');
    await page.getByLabel('How long do you expect it to last?').selectOption('Up to three months');
    await page.getByLabel(/^Monthly income/).fill('a lot');
    await page.getByLabel('What would help most?').selectOption('Skipping a payment');
    await send.click();
    await expect(page.getByText('Enter a date as MM/DD/YYYY.')).toBeVisible();
    await expect(page.getByText('Enter an amount, such as 1,250.00.')).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByLabel('Since when?').fill('10/01/2026');
    await page.getByLabel(/^Monthly income/).fill('1,250');
    await page.getByLabel(/^Anything else/).fill('My employer closed.\nI look for work.');
    await page.locator('input[type=file]').setInputFiles(payslip);
    await expect(page.getByText('payslip.pdf')).toBeVisible();

    // What was entered, and the file that arrived, outlast a server that doesn't answer.
    await page.route('**/api/Forms/Send', (route) => route.fulfill({ status: 500, body: '{}' }));
    await send.click();
    await expect(page.getByText("Your request wasn't sent. Try again.")).toBeVisible();
    await expect(page.getByLabel(/^Monthly income/)).toHaveValue('1,250');
    await expect(page.getByText('payslip.pdf')).toBeVisible();
    await page.getByRole('link', { name: 'All requests' }).click();
    await page.getByRole('dialog').getByRole('button').first().click();
    await expect(page.getByLabel(/^Monthly income/)).toHaveValue('1,250');
    await page.unroute('**/api/Forms/Send');

    const uploads: string[] = [];
    page.on('request', (request) => void (request.url().includes('/UploadEvidence') && uploads.push(request.url())));
    await send.click();
    await expect(page.getByText('We have your request.')).toBeVisible();
    expect(uploads).toEqual([]);
    await expect(page.getByText('$1,250.00')).toBeVisible();
    await expect(page.getByText('Oct 1, 2026')).toBeVisible();
    await expect(page.getByText('payslip.pdf')).toBeVisible();
    await expect(page.getByText('Received', { exact: true })).toBeVisible();
    await expectNoAxeViolations(page);

    await page.getByRole('link', { name: 'All requests' }).click();
    await expect(page.getByRole('link', { name: 'Help with payments' })).toHaveCount(2);
    await expectNoAxeViolations(page);
    // Not told again to a customer who comes back to the request.
    await page.goBack();
    await expect(page.getByText('payslip.pdf')).toBeVisible();
    await expect(page.getByText('We have your request.')).toHaveCount(0);
    await page.goto(`${app.url}/#/myaccount/requests/payment-help/106-000405-5`);
    await page.getByLabel('What happened?').selectOption('I lost my job');
    await page.getByLabel('Since when?').fill('10/01/2026');
    await page.getByLabel('How long do you expect it to last?').selectOption('Longer');
    await page.getByLabel('What would help most?').selectOption('A lower payment');
    await send.click();
    await expect(page.getByText(/^You already have an open request of this kind/)).toBeVisible();
    await page.getByRole('link', { name: 'All requests' }).click();
    await page.getByRole('dialog').getByRole('button').last().click();

    await page.getByRole('link', { name: 'Help with payments' }).first().click();
    await page.getByRole('button', { name: 'Withdraw request' }).click();
    await expectNoAxeViolations(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw request' }).click();
    await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Withdraw request' })).toHaveCount(0);
  });

  test(
    'asks for a document from the messages, and finds the form in the menu of a loan',
    { tag: '@desktop' },
    async ({ page, ownApp: app }) => {
      await signIn(page, app, 'li.wei', 'conversations');
      await page.getByRole('link', { name: 'Requests', exact: true }).click();
      await expect(page.getByText('No requests yet.')).toBeVisible();
      await page.getByRole('link', { name: 'Request a document' }).click();
      await page.getByLabel('What do you need?').selectOption('A payoff letter');
      await page.getByLabel('Who should get it?').fill('Pine Motors');
      await expect(page.getByText(/^Your payments remain due/)).toHaveCount(0);
      await page.getByRole('button', { name: 'Send request' }).click();
      await expect(page.getByText('We have your request.')).toBeVisible();
      await page.reload();
      await expect(page.getByText('Pine Motors')).toBeVisible();

      await page.goto(`${app.url}/#/myaccount/loanDetails/101-005520-1`);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('link', { name: 'Having trouble paying?' }).click();
      await expect(page.getByLabel('Which account is it about?')).toHaveValue('101-005520-1');
    },
  );
});

test.describe('where customers send no requests', () => {
  test.use({
    environment: async ({}, provide) => {
      await provide({ PASSBOOK_INSTITUTION: await writeInstitution({ 'formOptions.useForms': false }) });
    },
  });

  test('nothing leads to them', { tag: '@desktop' }, async ({ page, ownApp: app }) => {
    await signIn(page, app, 'dee.blocked', 'loanDetails/106-000405-5');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Having trouble paying?' })).toHaveCount(0);
    await page.goto(`${app.url}/#/myaccount/requests`);
    await expect(page.getByText("You can't send requests here.")).toBeVisible();
  });
});
