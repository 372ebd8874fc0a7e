import type { Page } from 'playwright/test';
import { expect, expectNoAxeViolations, runApp, signIn, test as base, unfolded } from '#tests/support/e2e.ts';
import { shared } from '#tests/support/shared-by-tests.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';

const heading = 'Who looked at your account';
const section = (page: Page) => page.getByRole('region', { name: heading });

const test = base.extend({
  app: shared(async (provide) =>
    runApp(
      {
        PASSBOOK_DESK: 'on',
        PASSBOOK_INSTITUTION: await writeInstitution({ 'deskOptions.showStaffVisits': true }),
      },
      provide,
    ),
  ),
});

async function lookAsStaff(page: Page, url: string): Promise<void> {
  const headers = { 'passbook-desk': '1' };
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(`${url}/api/desk/${path}`, { headers, data });
    expect(answer.ok()).toBe(true);
  };
  await send('entry/demonstration', { emailAddress: 'alma.ortiz@desk.example' });
  await send('customers/open', { customerId: '400102', reason: 'Asked by phone' });
}

test('a customer sees in the profile when staff opened the account', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'li.wei', 'profile');
  await unfolded(page, heading);
  await expect(section(page).getByText("Our staff haven't opened your account.")).toBeVisible();

  await lookAsStaff(page, app.url);
  await page.reload();
  await unfolded(page, heading);
  await expect(section(page).getByText('A member of our staff opened your account')).toBeVisible();
  await expect(section(page).locator('time')).toHaveText(/^\w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M$/);
  await expect(section(page)).not.toContainText('Asked by phone');
  await expectNoAxeViolations(page);

  await page.emulateMedia({ media: 'print' });
  await expect(section(page).getByText('A member of our staff opened your account')).toBeVisible();
});

test(
  'a list of visits that cannot be loaded says so and is asked for again',
  { tag: '@desktop' },
  async ({ page, app }) => {
    await page.route('**/api/Profile/StaffVisits', (route) => route.fulfill({ status: 503, json: {} }));
    await signIn(page, app, 'margaret.okafor', 'profile');
    await expect(section(page).getByText("We couldn't load who looked at your account.")).toBeVisible({
      timeout: 20_000,
    });
    await page.unroute('**/api/Profile/StaffVisits');
    await section(page).getByRole('button', { name: 'Try again' }).click();
    await expect(section(page).getByText("Our staff haven't opened your account.")).toBeVisible();
  },
);
