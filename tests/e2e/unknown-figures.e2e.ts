import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { type App, expect, expectNoAxeViolations, test } from '#tests/support/e2e.ts';
import { agreeToAll, newPassword } from '#tests/support/registration-journey.ts';

const loan = '101-700031-1';

/** Everything the import asks for, and nothing it can do without. */
const files = {
  customers: [
    'customer_id,first_name,last_name,email,phone,birth_date,ssn,address1,city,state,zip',
    '700031,Noa,Berg,noa.berg@example.com,5550107031,1985-06-30,900-50-7031,2 Sample Street,Portland,ME,04101',
  ],
  accounts: [
    'account_number,customer_id,type_code,description,opened_on,rate',
    `${loan},700031,0,Boat loan,2024-01-15,6.49`,
  ],
  loans: [
    'account_number,principal,billing_frequency,installment,next_due_on,interest_accrued_through',
    `${loan},6420.00,Monthly,250.00,2026-12-01,2026-11-21`,
  ],
  logins: ['customer_id,login_name', '700031,noa.berg'],
} as const;

async function importCustomer(app: App): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'few-columns-'));
  const path = (name: keyof typeof files) => join(folder, `${name}.csv`);
  const by = ['--by', 'Ana Silva'];
  try {
    for (const name of Object.keys(files) as (keyof typeof files)[]) {
      await writeFile(path(name), `${files[name].join('\n')}\n`);
    }
    const books = (['customers', 'accounts', 'loans'] as const).flatMap((name) => [`--${name}`, path(name)]);
    await app.operate('import', ...books, ...by);
    await app.operate('invite', path('logins'), ...by);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function activate(page: Page, app: App): Promise<void> {
  let token: string | undefined;
  const readToken = async () => {
    const mails = (await (await fetch(app.outboxUrl)).text()).split('<article>');
    token = /activate\?token=([\w-]+)/.exec(mails.find((mail) => mail.includes('noa.berg@example.com')) ?? '')?.[1];
    return token;
  };
  await expect.poll(readToken).toBeTruthy();
  await page.goto(`${app.url}/#/home/activate?token=${token}`);
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm new password').fill(newPassword);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agreements');
  await agreeToAll(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/#\/myaccount\/dashboard$/);
}

test(
  'a loan imported with the fewest figures shows those it has, and says nothing about the others',
  { tag: '@desktop' },
  async ({ page, ownApp }) => {
    await importCustomer(ownApp);
    await activate(page, ownApp);
    await expect(page.getByRole('row').filter({ hasText: loan })).toContainText('$6,420.00');
    await page.goto(`${ownApp.url}/#/myaccount/loanDetails/${loan}`);
    const activity = page.getByRole('region', { name: 'Recent activity' });
    await expect(activity).toContainText('Total amount due');
    await expect(activity.getByRole('definition')).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Where your payments went' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /Interest paid in/ })).toHaveCount(0);
    const history = page.getByRole('region', { name: 'Account history' });
    await expect(history.getByRole('row').filter({ hasText: 'Opening balance' })).toContainText('$6,420.00');
    await expectNoAxeViolations(page);
  },
);
