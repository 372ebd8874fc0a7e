import type { Page } from 'playwright/test';
import { expect, expectNoAxeViolations, runApp, signIn, test } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';

const names = (page: Page) => page.getByRole('listitem').getByRole('heading', { level: 3 });
const map = (page: Page) => page.getByRole('application', { name: 'Map of our branches' });

test('a visitor finds the nearest branch and directions', { tag: '@both' }, async ({ page, app, context }) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url)) outside.push(request.url());
  });
  await page.goto(`${app.url}/#/home/locations`);
  await expect(page).toHaveTitle('Find Us · First Harbor Lending');
  await expect(page.getByText('First Harbor Lending', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible();
  await expect(
    page.getByText('This map is a third-party service that does not meet accessibility standards.'),
  ).toBeHidden();
  await expect(page.getByText('Everything on the map is also in the list.')).toBeVisible();
  await expect(
    page.getByText('This map shows states and towns, but no streets. For streets, open Directions.'),
  ).toBeVisible();
  await expect(names(page)).toHaveCount(9);
  // The van has no fixed place, so it is only in the list.
  await expect(map(page).locator('title')).toHaveCount(8);
  await expect(map(page).locator('path').first()).toBeVisible();
  await expect(
    map(page)
      .getByText(/^(Hartford|Concord|Montpelier)$/)
      .first(),
  ).toBeVisible();
  await expectNoAxeViolations(page);

  const zip = page.getByLabel('Zip code');
  await zip.pressSequentially('0433');
  await expect(names(page).first()).toHaveText('Portland Old Port');
  await zip.pressSequentially('0');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Branches closest to 04330');
  await expect(names(page).first()).toHaveText('Augusta');
  await expect(names(page).last()).toHaveText('Harbor Van');
  await expect(page.getByRole('listitem').first()).toContainText(/0\.\d miles/);
  await expectNoAxeViolations(page);

  await zip.fill('00000');
  await expect(zip).toHaveAccessibleDescription(/Invalid Zip Code/);
  await page.route('**/api/Geocode**', (route) => route.abort());
  await zip.fill('04101');
  await expect(zip).toHaveAccessibleDescription(/Zip location not received/);
  await expectNoAxeViolations(page);
  await page.unrouteAll();

  const onMap = page.getByRole('button', { name: 'Show on map Boston Seaport' });
  const directions = page.getByRole('button', { name: 'Directions to Boston Seaport' });
  const topOf = async (button: typeof onMap) => (await button.boundingBox())?.y;
  expect(await topOf(directions), 'what belongs to the map stands together').toBe(await topOf(onMap));
  await onMap.click();
  await expect(map(page).locator('[data-selected=true] title')).toHaveText('Boston Seaport');
  expect(outside).toEqual([]);

  await context.route('https://www.google.com/**', (route) => route.fulfill({ body: 'The way' }));
  await directions.click();
  const dialog = page.getByRole('dialog', { name: 'Directions' });
  await expect(dialog).toContainText('Directions to Boston Seaport open in a new tab on www.google.com');
  await expectNoAxeViolations(page);
  const opened = context.waitForEvent('page');
  await dialog.getByRole('link', { name: 'Open' }).click();
  expect((await opened).url()).toBe(
    'https://www.google.com/maps/dir/?api=1&destination=400%20Congress%20Street%2C%20Boston%2C%20MA%2002210',
  );
});

test('the map works by keyboard and mouse', { tag: '@desktop' }, async ({ page, app }) => {
  await signIn(page, app, 'li.wei');
  await page.getByRole('navigation', { name: 'Help' }).getByRole('link', { name: 'Find Us' }).click();
  await expect(page).toHaveURL(/#\/myaccount\/locations$/);
  await expect(page.getByRole('link', { name: 'Back to Login' })).toBeHidden();
  const mark = map(page)
    .locator('g')
    .filter({ has: page.locator('title', { hasText: 'Portsmouth' }) })
    .last();
  const place = async () => {
    const transform = (await mark.getAttribute('transform')) ?? '';
    const [x = NaN, y = NaN] = transform.match(/-?[\d.]+/g)?.map(Number) ?? [];
    return { x, y };
  };
  await expect(mark).toBeVisible();
  const before = await place();
  await map(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await place()).x).toBeCloseTo(before.x - 80, 0);
  await page.keyboard.press('ArrowUp');
  await expect.poll(async () => (await place()).y).toBeCloseTo(before.y + 80, 0);
  await page.keyboard.press('+');
  const scale = map(page).locator('text').last();
  await expect(scale).toHaveText('20 miles');
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect(scale).toHaveText('50 miles');

  const box = await map(page).boundingBox();
  if (!box) throw new Error('The map is not shown');
  const now = await place();
  await page.mouse.move(box.x + 300, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 260, box.y + 170, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await place()).x).toBeCloseTo(now.x - 40, 0);
  await expect.poll(async () => (await place()).y).toBeCloseTo(now.y - 30, 0);
  const moved = await place();
  await page.mouse.click(box.x + moved.x, box.y + moved.y);
  await expect(page.getByRole('button', { name: 'Show on map Portsmouth' })).toHaveAttribute('aria-pressed', 'true');
});

test(
  "the browser provides the visitor's location, with permission",
  { tag: '@desktop' },
  async ({ page, app, context }) => {
    await page.goto(`${app.url}/#/home/locations`);
    await page.getByRole('button', { name: 'Use my location' }).click();
    await expect(page.getByLabel('Zip code')).toHaveAccessibleDescription(/We couldn't get your location/);
    await context.grantPermissions(['geolocation'], { origin: app.url });
    await context.setGeolocation({ latitude: 42.36, longitude: -71.06 });
    await page.getByRole('button', { name: 'Use my location' }).click();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText('Branches closest to you');
    await expect(names(page).first()).toHaveText('Boston Seaport');
    await page.getByRole('button', { name: 'Show all branches' }).click();
    await expect(names(page).first()).toHaveText('Portland Old Port');
  },
);

test('branches that fail to load can be tried again', { tag: '@desktop' }, async ({ page, app }) => {
  await page.route('**/api/branchInfo', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${app.url}/#/home/locations`);
  await expect(page.getByRole('alert')).toContainText("We couldn't load the branches.");
  await expectNoAxeViolations(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(names(page)).toHaveCount(9);
});

test(
  'an outside map and an outside locator replace ours where configured',
  { tag: '@desktop' },
  async ({ page, context }) => {
    const folder = await writeInstitution({
      'locatorOptions.tileUrl': 'https://tiles.harbor.example/{z}/{x}/{y}.png',
      'locatorOptions.tileAttribution': 'Map of Harbor Maps',
      'locatorOptions.mapZoom': 8,
      'locatorOptions.directionsUrl': '',
      'globalOptions.useRemoteLocatorOption': true,
      'globalOptions.remoteLocatorUrl': 'https://find.harbor.example/branches',
    });
    const tiles: string[] = [];
    await context.route(/^https:\/\/\w+\.harbor\.example\//, (route) => {
      tiles.push(new URL(route.request().url()).pathname);
      return route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
    });
    await runApp({ PASSBOOK_INSTITUTION: folder }, async (app) => {
      await page.goto(`${app.url}/#/home/locations`);
      await page.getByLabel('Zip code').fill('04101');
      await expect.poll(() => tiles).toContain('/8/78/93.png');
      await expect(page.getByText('Map of Harbor Maps')).toBeVisible();
      await expect(page.getByText('This map is a third-party service')).toBeVisible();
      await expect(page.getByRole('button', { name: /Directions/ })).toHaveCount(0);
      await expectNoAxeViolations(page);
      await page.getByRole('main').getByRole('button', { name: 'Open the branch locator' }).last().click();
      const dialog = page.getByRole('dialog', { name: 'Find Us' });
      await expect(dialog).toContainText('Please enable pop-ups.');
      const opened = context.waitForEvent('page');
      await dialog.getByRole('link', { name: 'Open' }).click();
      await expect(await opened).toHaveURL('https://find.harbor.example/branches');
    });
  },
);
