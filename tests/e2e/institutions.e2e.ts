import type { Page } from 'playwright/test';
import { defaultTexts, requiredTexts } from '#common/contract/all-texts.ts';
import { removeFolder } from '#tests/support/demonstration-folder.ts';
import {
  type App,
  demonstrationPassword,
  expect,
  expectNoAxeViolations,
  expectNoEmptyBoxes,
  test,
} from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { Traffic } from '#tests/support/traffic.ts';
import { paths } from '#web/paths.ts';

const things: Readonly<Record<string, string>> = {
  [paths.payment]: '/101-004417-2',
  [paths.loanDetails]: '/101-004417-2',
  [paths.depositDetails]: '/104-002210-3',
  [paths.applicationDetails]: '/A-501877',
  [paths.receipt]: '/2222-3333-4444',
};

/** Screens that redirect, or need a payment or a link first. */
const elsewhere: readonly string[] = [
  paths.root,
  paths.home,
  paths.myAccount,
  paths.paymentConfirm,
  paths.singleSignOn,
  paths.activate,
  paths.verifyEmail,
  paths.forcePasswordChange,
];

const screens = Object.values(paths).filter((path) => !elsewhere.includes(path));
const publicScreens = screens.filter((path) => !path.startsWith(paths.myAccount));
const signedInScreens = screens.filter((path) => path.startsWith(paths.myAccount));

/** Long enough not to match account data, and without placeholders. */
const wordings = Object.values(defaultTexts).filter(
  (text) => text.length > 20 && !/[{<&\n]/.test(text) && /\p{Ll}{3}/u.test(text),
);

for (const [institution, what] of [
  ['harbor-bare', 'everything is hidden that can be'],
  ['harbor-odd', 'every text is reworded'],
] as const) {
  test.describe(`where ${what}`, () => {
    test.use({ environment: { PASSBOOK_INSTITUTION: `institutions/${institution}` } });

    test('each screen works, is accessible and fits', { tag: '@both' }, ({ page, ownApp }) =>
      expectScreens(page, ownApp, institution),
    );
  });
}

/** Hides every text that no law requires. */
const hidden = 'hidden';

test.describe('where no text is left', { tag: '@desktop' }, () => {
  test.use({
    environment: async ({}, provide) => {
      const hideable = Object.keys(defaultTexts).filter((key) => requiredTexts[key] === undefined);
      const folder = await writeInstitution({}, Object.fromEntries(hideable.map((key) => [key, null])));
      await provide({ PASSBOOK_INSTITUTION: folder });
      await removeFolder(folder);
    },
  });

  test('each screen works, and nothing is left empty', ({ page, ownApp }) => expectScreens(page, ownApp, hidden));
});

async function expectScreens(page: Page, app: App, institution: string): Promise<void> {
  test.setTimeout(240_000);
  const traffic = new Traffic();
  traffic.add(page);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const visit = async (path: string) => {
    const before = await page.title();
    const address = `${app.url}/#${path}${things[path] ?? ''}`;
    if (page.url() !== address) {
      await page.goto(address);
      await expect(page).not.toHaveTitle(before);
    }
    await test.step(path, () => expectScreen(page, traffic, path, institution));
  };
  for (const path of publicScreens) await visit(path);
  await signInByPosition(page, app.url);
  for (const path of signedInScreens) await visit(path);
  expect(errors).toEqual([]);
}

/** Finds fields by position, since the institution renames them. */
async function signInByPosition(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#${paths.login}`);
  await page.locator('input[autocomplete="username"]').fill('margaret.okafor');
  await page.locator('input[type="password"]').fill(demonstrationPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/dashboard$/);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function expectScreen(page: Page, traffic: Traffic, path: string, institution: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.hash.toLowerCase().startsWith(`#${path.toLowerCase()}`));
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await traffic.waitUntilQuiet(150);
  const text = await page.locator('body').innerText();
  expect(text).not.toMatch(/undefined|NaN|\[object|\{\d\}/);
  if (institution === 'harbor-odd') expect(wordings.filter((wording) => text.includes(wording))).toEqual([]);
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  await expectNoEmptyBoxes(page);
  // Without the headings of sections, those below them have no order.
  await expectNoAxeViolations(page, { colors: false, except: institution === hidden ? ['heading-order'] : [] });
}
