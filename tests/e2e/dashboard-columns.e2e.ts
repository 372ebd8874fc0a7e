import { expect, runApp, signIn, test as base } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { shared } from '#tests/support/shared-by-tests.ts';

/**
 * An institution that hides one column, rewords another, hides the heading of a third, and has its own word for past
 * due.
 */
const test = base.extend({
  app: shared(async (provide) => {
    const folder = await writeInstitution(
      { 'dashboardOptions.hideLoanRate': true, 'dashboardOptions.hideDepositDescription': true },
      {
        'loanList.monthlyInstallment': 'Each payment',
        'loanList.comment': null,
        'accountLists.pastDue': 'Overdue',
      },
    );
    await runApp({ PASSBOOK_INSTITUTION: folder }, provide);
  }),
});

test(
  'one column of a list is hidden, one reworded, and the others stay',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await signIn(page, app, 'margaret.okafor');
    const headersOf = (list: string) => page.getByRole('table', { name: list }).getByRole('columnheader');
    await expect(headersOf('Loans')).toHaveText([
      'Status',
      'DescriptionAccount Number',
      'Statement Preference',
      'Balance',

      /^Payment Due Date/,
      'Each payment',
      'Fees Due',
      /^Amount Due/,
    ]);
    // There is nothing to comment on until a closed loan shows; named for those who hear it, though the institution shows no words.
    await page.getByRole('switch', { name: 'Show closed accounts' }).click();
    await expect(headersOf('Loans').filter({ hasText: 'Comment' })).toHaveCount(1);
    await expect(headersOf('Lines of credit').filter({ hasText: 'Rate' })).toHaveCount(1);
    await expect(page.getByRole('table', { name: 'Loans' }).getByRole('cell').filter({ hasText: '%' })).toHaveCount(0);
  },
);

test("the status uses the institution's words", { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'margaret.okafor');
  const loans = page.getByRole('region', { name: 'Loans' });
  await expect(loans.getByText('Overdue').filter({ visible: true })).toHaveCount(1);
  await expect(loans.getByText(/past ?due/i)).toHaveCount(0);
});

test('the status sorts by the words shown', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'margaret.okafor');
  const loans = page.getByRole('table', { name: 'Loans' });
  const words = () => loans.getByRole('row').locator('td:first-child').allTextContents();
  await loans.getByRole('button', { name: 'Status' }).click();
  await expect.poll(words).toEqual(['Current', 'Current', 'Overdue']);
  await loans.getByRole('button', { name: 'Status' }).click();
  await expect.poll(words).toEqual(['Overdue', 'Current', 'Current']);
});

test(
  'without a description, an account is opened by its number, and a phone shows nothing more',
  { tag: '@both' },
  async ({ page, app }) => {
    await signIn(page, app, 'margaret.okafor');
    const deposits = page.getByRole('region', { name: 'Deposits' });
    await expect(deposits.getByText('Savings').filter({ visible: true })).toHaveCount(0);
    await deposits.getByRole('link', { name: '104-002211-1' }).filter({ visible: true }).press('Enter');
    await expect(page).toHaveURL(/104-002211-1$/);
  },
);
