import { demonstrationPassword, expect, expectNoAxeViolations, signIn, test } from '#tests/support/e2e.ts';

test('a customer signs in by keyboard alone and lands on the dashboard', { tag: '@desktop' }, async ({ page, app }) => {
  await page.goto(app.url);
  await page.getByLabel('Username').focus();
  await page.keyboard.type('li.wei');
  await page.keyboard.press('Tab');
  await page.keyboard.type(demonstrationPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), Li$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle('Dashboard · First Harbor Lending');
});

test('the button waits for both fields, and Enter shows what is missing', { tag: '@phone' }, async ({ page, app }) => {
  await page.goto(app.url);
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await expect(button).toBeDisabled();
  // The form answers once the script has arrived.
  await expect(async () => {
    await page.getByLabel('Username').press('Enter');
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription('You must enter a username', {
      timeout: 500,
    });
  }).toPass();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('You must enter a password');
  await expectNoAxeViolations(page);

  await page.getByLabel('Username').fill('margaret.okafor');
  await expect(page.getByText('You must enter a username')).toBeHidden();
  await expect(button).toBeDisabled();
  await page.getByLabel('Password', { exact: true }).fill('x');
  await expect(button).toBeEnabled();
});

test('a field left empty says so', { tag: '@desktop' }, async ({ page, app }) => {
  await page.goto(app.url);
  await page.getByLabel('Username').focus();
  await page.getByLabel('Password', { exact: true }).focus();
  await expect(page.getByText('You must enter a username')).toBeVisible();
});

test('a wrong password is refused, and entries stay', { tag: '@desktop' }, async ({ page, app }) => {
  await page.goto(app.url);
  await page.getByLabel('Username').fill('margaret.okafor');
  await page.getByLabel('Password', { exact: true }).fill('not the one');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Username or password is invalid.');
  await expect(page.getByLabel('Username')).toHaveValue('margaret.okafor');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the one');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
});

test('a restricted customer is told to contact the institution', { tag: '@desktop' }, async ({ page, app }) => {
  await page.goto(app.url);
  await page.getByLabel('Username').fill('rex.stricted');
  await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'There was an error validating your credentials. Please contact your institution.',
  );
});

test('offline, the form is replaced by the offline message', { tag: '@desktop' }, async ({ page, app }) => {
  await page.goto(app.url);
  await page.getByLabel('Username').fill('margaret.okafor');
  await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('The site is currently offline for maintenance.');
  await expect(page.getByLabel('Username')).toBeHidden();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
});

test('a closed portal says so before anything is typed', { tag: '@desktop' }, async ({ page, app }) => {
  const closed = { json: { isEnabled: true } };
  await page.route('**/api/MaintenanceMode', (route) => route.fulfill(closed));
  await page.goto(app.url);
  await expect(page.getByRole('alert')).toContainText('The site is currently offline for maintenance.');
  await expect(page.getByLabel('Username')).toHaveCount(0);
  const asked = page.waitForResponse('**/api/MaintenanceMode');
  await page.getByRole('button', { name: 'Try again' }).click();
  await asked;
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/MaintenanceMode');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the disclosures start hidden', { tag: '@phone' }, async ({ page, app }) => {
  await page.goto(app.url);
  const disclosures = page.getByText('First Harbor Lending is a fictional institution.');
  await expect(disclosures).toBeHidden();
  await page.getByRole('button', { name: 'Show Disclosures' }).click();
  await expect(disclosures).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Hide Disclosures' }).click();
  await expect(disclosures).toBeHidden();
});

test(
  'unknown addresses, and those that need a session, lead to sign-in',
  { tag: '@desktop' },
  async ({ page, app }) => {
    for (const address of ['', '#/', '#/home', '#/nowhere', '#/myaccount/dashboard', '#/myaccount/payment']) {
      await page.goto(`${app.url}/${address}`);
      await expect(page).toHaveURL(/#\/home\/login$/);
    }
  },
);

test('without its configuration the portal shows the error page', { tag: '@desktop' }, async ({ page, app }) => {
  await page.route('**/api/setup/ApplicationOptions', (route) => route.abort());
  await page.goto(app.url);
  await expect(page).toHaveURL(/Error500/);
  await expect(page.getByText('Something went wrong on our end.')).toBeVisible();
  await expectNoAxeViolations(page);
});

test('the screen is there before any script and keeps what was typed', { tag: '@desktop' }, async ({ page, app }) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('request', (request) => {
    if (request.url().endsWith('/api/ClientError')) complaints.push(request.postData() ?? '');
  });
  let scriptsArrive = () => {};
  const arrival = new Promise<void>((resolve) => (scriptsArrive = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto(app.url, { waitUntil: 'commit' });
  await expect(page).toHaveTitle('Sign in · First Harbor Lending');
  await page.getByLabel('Username').fill('li.wei');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill(demonstrationPassword);
  await password.press('Enter');
  await expect(page).toHaveURL(`${app.url}/`);

  scriptsArrive();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
  await expect(page.getByLabel('Username')).toHaveValue('li.wei');
  await password.press('Enter');
  await expect(page).toHaveURL(/dashboard/);
  expect(complaints).toEqual([]);
});

test('a link followed before any script arrives opens its screen', { tag: '@phone' }, async ({ page, app }) => {
  let scriptsArrive = () => {};
  const arrival = new Promise<void>((resolve) => (scriptsArrive = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto(app.url, { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Create your login' }).click();
  await expect(page).toHaveURL(/#\/home\/register$/);
  scriptsArrive();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your login');
});

test('another address does not flash the sign-in screen', { tag: '@desktop' }, async ({ page, app }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(`${app.url}/#/home/verifyEmail/x`, { waitUntil: 'commit' });
  await expect(page.getByText('Welcome back.')).toBeHidden();
});

test('the first view takes at most six requests', { tag: '@phone' }, async ({ page, app }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(app.url);
  await expect(page.getByLabel('Username')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(6);
});

test('the narrowest phone does not scroll sideways', { tag: '@phone' }, async ({ page, app }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(app.url);
  await expect(page.getByLabel('Username')).toBeVisible();
  const width = async () => Number(await page.evaluate('document.documentElement.scrollWidth'));
  expect(await width()).toBeLessThanOrEqual(320);
  await signIn(page, app, 'margaret.okafor');
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
  expect(await width()).toBeLessThanOrEqual(320);
});
