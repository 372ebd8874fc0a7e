import type { Page } from 'playwright/test';
import { expect, expectNoAxeViolations, test } from '#tests/support/e2e.ts';
import {
  change,
  chooseDay,
  chooseFrequency,
  chooseType,
  confirmAgreement,
  continueTo,
  deleteRecurring,
  openPayment,
  openStep,
  readConfirmation,
  submit,
  visitPayment,
} from '#tests/support/payment-journey.ts';

const autoLoan = '101-004417-2';

/** Every recurring frequency with its fields and first day; the loan is due on the 1st. */
const frequencies = [
  { name: 'Recurring On Due Date', first: '12/01/2026', schedule: 'On each due date, next on December 1st' },
  {
    name: 'Recurring - (x) Days Before Due',
    days: '3',
    first: '11/28/2026',
    schedule: '3 day(s) before each due date, next on November',
  },
  {
    name: 'Recurring Monthly, On Date Specified',
    day: 'Wednesday, November 25, 2026',
    first: '11/25/2026',
    schedule: 'Every month, next on November 25th',
  },
  {
    name: 'Recurring Semi-Monthly, Twice Monthly',
    day: 'Tuesday, November 24, 2026',
    first: '11/24/2026',
    schedule: 'Twice a month, next on November 24th',
  },
  {
    name: 'Recurring Bi-Weekly, Every 2 Weeks',
    day: 'Monday, November 23, 2026',
    first: '11/23/2026',
    schedule: 'Every two weeks, next on November 23rd',
  },
  {
    name: 'Recurring Weekly',
    day: 'Tuesday, November 24, 2026',
    first: '11/24/2026',
    schedule: 'Every week, next on November 24th',
  },
] as const;

for (const type of ['E-Check', 'Card'] as const) {
  test(
    `a customer sets up a payment of every frequency by ${type}, one after the other`,
    { tag: '@desktop' },
    async ({ page, ownApp }) => {
      test.setTimeout(150_000);
      await openPayment(page, ownApp, 'margaret.okafor', autoLoan);
      for (const frequency of frequencies) {
        if (type === 'Card') {
          await chooseType(page, 'Card');
          await page.getByLabel('Saved payment method').selectOption({ label: 'Visa ending in 4242' });
        }
        await continueTo(page, 'Payment Frequency');
        await chooseFrequency(page, frequency.name);
        await expect(openStep(page)).toContainText('This will set up a recurring payment.');
        if ('days' in frequency) await page.getByLabel('Day(s) before due date').selectOption(frequency.days);
        if ('day' in frequency) await chooseDay(page, frequency.day);
        await continueTo(page, 'Review and submit');
        if (frequency.name === 'Recurring Weekly') {
          await change(page, 'Payment amount');
          await expectSpread(page);
          await continueTo(page, 'Review and submit');
        }
        if (type === 'Card') await submit(page);
        else expect(await confirmAgreement(page)).toContain(frequency.first);

        expect(await readConfirmation(page)).toMatchObject({
          Frequency: 'days' in frequency ? 'Recurring, 3 day(s) before due date' : frequency.name,
          'Payment Date': frequency.first,
          ...('days' in frequency && { 'Days Prior': '3' }),
          [type === 'Card' ? 'Total' : 'Total Payment to Draft']: expect.stringMatching(/^\$/),
        });
        await expect(page.getByText('please verify that your recurring payment begins as expected')).toBeVisible();
        await visitPayment(page, ownApp, autoLoan);
        const panel = page.getByRole('region', { name: 'Recurring payment' });
        await expect(panel).toContainText(frequency.schedule);
        await expect(panel).toContainText(type === 'Card' ? 'x4242' : 'x6789');
        await deleteRecurring(page);
      }
    },
  );
}

/** Weekly payments propose a share of the installment and warn about paying it in full each week. */
async function expectSpread(page: Page): Promise<void> {
  const step = openStep(page);
  await expect(step.getByRole('radio', { name: /^Spread the installment/ })).toBeChecked();
  await expect(step.getByText(/^About \$[\d,.]+ a month$/)).toHaveCount(2);
  await step.getByRole('radio', { name: /^Pay the full installment each time/ }).check();
  await expect(step.getByText(/^That's about \$[\d,.]+ a month\. Your installment is \$[\d.]+\.$/)).toBeVisible();
  await step.getByRole('radio', { name: /^Spread the installment/ }).check();
}

test(
  "a scheduled payment's day is chosen from a calendar by keyboard",
  { tag: '@desktop' },
  async ({ page, ownApp }, { project }) => {
    await openPayment(page, ownApp, 'margaret.okafor', autoLoan);
    await continueTo(page, 'Payment Frequency');
    await page.getByRole('radio', { name: 'Pay Later' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Payment date is required')).toBeVisible();
    await expectNoAxeViolations(page);

    // Thanksgiving is the 26th; the first selectable day is the 22nd.
    await page.getByRole('button', { name: 'Sunday, November 22, 2026' }).focus();
    for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
    await expect(
      page.getByText('11/26/2026: Payment cannot be made on a holiday. Nearest available date: 11/27/2026'),
    ).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect(page.getByText('Payment Date · 11/27/2026')).toBeVisible();
    await page.getByRole('button', { name: 'Next month' }).click();
    await expect(page.getByRole('button', { name: /2026, Payment due$/ })).toBeVisible();
    await expect(page.getByText('Payment due:')).toBeVisible();
    await expectNoAxeViolations(page);
    await continueTo(page, 'Payment amount');
    await page.reload();
    // A reload keeps the choices.
    await expect(openStep(page).getByRole('heading', { name: 'Payment amount' })).toBeVisible();
    await expect(page.getByText('On 11/27/2026')).toBeVisible();
    await continueTo(page, 'Review and submit');
    await expect(openStep(page).getByText('Applied to principal')).toBeVisible();
    await openStep(page).getByRole('button', { name: 'Submit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to submit?' });
    await expect(dialog).toContainText(
      'from Checking ending in 6789 posts to your loan on 11/27/2026. It leaves your bank on or after 11/30/2026.',
    );
    await expect(dialog).toContainText(/You can delete this payment through 11\/2\d\/2026/);
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    expect(await readConfirmation(page)).toMatchObject({ Frequency: 'Pay Once', 'Payment Date': '11/27/2026' });
    await expect(page.getByText('Your payment is scheduled.')).toBeVisible();
    await expectNoAxeViolations(page);
    if (project.name !== 'desktop') return;

    await page.goto(`${ownApp.url}/#/myaccount/loandetails/${autoLoan}`);
    const list = page.getByRole('table', { name: 'Scheduled payments' });
    await expect(list.getByRole('row').last()).toContainText('x6789');
    await list.getByRole('button', { name: 'Change the payment on 11/27/2026' }).click();
    const change = page.getByRole('dialog', { name: 'Change scheduled payment' });
    await change.getByRole('button', { name: 'Saturday, November 28, 2026' }).click();
    await change.getByLabel('Enter Amount').fill('33');
    const authorization = change.getByText('By confirming, you authorize First Harbor Lending to withdraw this amount');
    await expect(authorization).toBeVisible();
    await change.getByLabel('Payment method').selectOption({ label: 'Visa ending in 4242' });
    await expect(authorization).toBeHidden();
    await expectNoAxeViolations(page);
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(change).toBeHidden();
    await expect(list.getByRole('row').last()).toContainText('x4242');
    await expect(list.getByRole('row').last()).toContainText('$36.00');
    await list.getByRole('button', { name: 'Delete the payment on 11/28/2026' }).click();
    const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this scheduled payment?' });
    await question.getByRole('button', { name: 'No' }).click();
    await expect(question).toBeHidden();
    await list.getByRole('button', { name: 'Delete the payment on 11/28/2026' }).click();
    await page.route('**/api/PaymentScheduled/Delete*', (route) => route.abort());
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('There was an error deleting your payment.')).toBeVisible();
    await page.unroute('**/api/PaymentScheduled/Delete*');
    await list.getByRole('button', { name: 'Delete the payment on 11/28/2026' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(list).toBeHidden();
  },
);
