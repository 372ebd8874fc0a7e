import { act, confirm, enterAndOpen, press } from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';

test.use({ environment: { PASSBOOK_DESK: 'on' } });

const letter = {
  name: 'Payoff letter.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\npayoff letter\n%%EOF\n'),
};

test(
  'an agent delivers a document and takes it back by keyboard; the customer has it in between',
  { tag: '@desktop' },
  async ({ ownApp, page, browser }) => {
    await enterAndOpen(page, ownApp, 'Alma Ortiz, agent', 'Li Wei');
    await page.goto(`${ownApp.url}/desk/documents/400102`);
    await expect(page.getByRole('heading', { level: 1, name: 'Documents of 400102' })).toBeVisible();
    await press(page.getByRole('button', { name: 'Deliver a document' }));
    const dialog = page.getByRole('dialog', { name: 'Deliver a document' });
    await expect(dialog.getByText('The customer gets an email that says only that there is a document.')).toBeVisible();
    await dialog.getByLabel('Reason').fill('Asked by phone');
    await press(dialog.getByRole('button', { name: 'Deliver', exact: true }));
    await expect(dialog.getByText('Choose a file.')).toBeVisible();
    await expectNoAxeViolations(page);
    await dialog.getByLabel('File').setInputFiles({ ...letter, name: 'Payoff letter.png' });
    await press(dialog.getByRole('button', { name: 'Deliver', exact: true }));
    await expect(dialog.getByText("The file's content doesn't match its name, or it is damaged.")).toBeVisible();
    await dialog.getByLabel('File').setInputFiles(letter);
    await confirm(dialog, 'Deliver');
    const item = page.getByRole('listitem').filter({ hasText: letter.name });
    await expect(item).toContainText('from us');
    await expectNoAxeViolations(page);

    const customer = await (await browser.newContext()).newPage();
    await signIn(customer, ownApp, 'li.wei', 'document-center');
    await customer.getByRole('tab', { name: 'Profile Documents' }).click();
    const seen = customer.getByRole('listitem').filter({ hasText: letter.name });
    await expect(seen).toBeVisible();

    await act(page, 'Withdraw', 'Meant for someone else', item);
    await expect(page.getByRole('heading', { name: 'Withdrawn (1)' })).toBeVisible();
    await expect(page.getByText('by alma.ortiz@desk.example')).toBeVisible();
    await expectNoAxeViolations(page);
    await customer.getByRole('button', { name: 'Refresh list' }).click();
    await expect(seen).toHaveCount(0);
  },
);
