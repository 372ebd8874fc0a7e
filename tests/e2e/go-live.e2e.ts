import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { addDays } from '#common/core/dates.ts';
import { createClock } from '#server/platform/clock.ts';
import { expect, expectNoAxeViolations, test, unfolded } from '#tests/support/e2e.ts';
import { formerFieldKey, unpackFormerBackup } from '#tests/support/former-release.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { type LiveSurroundings, startLiveSurroundings } from '#tests/support/live-surroundings.ts';
import {
  type LiveInstitution,
  newInstitution,
  operatorOf,
  readMail,
  writeFormerFiles,
} from '#tests/support/go-live-journey.ts';
import {
  chooseType,
  continueToReview,
  fillCard,
  readConfirmation,
  submit,
  takeMethod,
} from '#tests/support/payment-journey.ts';
import {
  agreeToAll,
  fillCredentials,
  fillPersonal,
  goOn,
  type Newcomer,
  newPassword,
  openRegistration,
  register,
} from '#tests/support/registration-journey.ts';
import { RestartableProcess } from '#tests/support/restartable-process.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import type { Page } from 'playwright/test';

test.use({ ignoreHTTPSErrors: true });

const operator = ['--by', 'Ana Silva'];
const today = createClock('America/New_York').today();
const nextDue = addDays(today, 10);

const ada: Newcomer = {
  type: 'Loan',
  accountNumber: '1017000011',
  first: 'Ada',
  last: 'Kern',
  email: 'ada.kern@example.com',
  ssn: '900507001',
  born: '02291980',
  zip: '04101',
  phone: '5550107001',
};

/** The files of the former system, with dates around today. */
const files = {
  customers: [
    'customer_id,first_name,last_name,email,phone,birth_date,ssn,address1,city,state,zip',
    '700001,Ada,Kern,ada.kern@example.com,5550107001,1980-02-29,900-50-7001,1 Sample Street,Portland,ME,04101',
  ],
  accounts: [
    'account_number,customer_id,type_code,description,opened_on,statement_preference,rate',
    '101-700001-1,700001,0,Personal loan,2024-01-15,Paper,6.49',
  ],
  loans: [
    'account_number,original_amount,principal,billing_frequency,installment,next_due_on,interest_accrued_through,accrued_interest',
    `101-700001-1,8000,6420.00,Monthly,250.00,${nextDue},${today},0`,
  ],
  history: [
    'account_number,entry_id,posted_on,kind,principal,interest,fees',
    `101-700001-1,H-1,${addDays(today, -50)},payment,212.34,37.66,`,
    `101-700001-1,H-2,${addDays(today, -20)},payment,214.10,35.90,`,
  ],
};

let live: LiveSurroundings;
let institution: string;
let operate: LiveInstitution['operate'];

test.beforeEach(async () => {
  live = await startLiveSurroundings();
});

test.afterEach(() => live.close());

async function begin(folder: string): Promise<void> {
  ({ folder: institution, operate } = await newInstitution(live, folder));
}

async function writeFiles(): Promise<string[]> {
  const paths = await writeFormerFiles(live, files);
  const given = Object.entries(paths).flatMap(([name, path]) => [`--${name}`, path]);
  return [...given, '--history-since', addDays(today, -60)];
}

/** @param mailed emails before the sign-in, which don't count */
async function signInWithCode(page: Page, mailed = 0): Promise<void> {
  await page.getByLabel('Username').fill('ada.kern');
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  const asked = performance.now();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your security code');
  const mail = await readMail(live, ada.email, /^Subject: Your security code/m, mailed);
  expect(performance.now() - asked, 'a security code leaves at once').toBeLessThan(5_000);
  await page.getByLabel('Security code').fill(/^\d{6}$/m.exec(mail.replaceAll('\r', ''))?.[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('101-700001-1').filter({ visible: true }).first()).toBeVisible();
}

async function registerAndPay(page: Page): Promise<Record<string, string>> {
  const app = { url: live.publicUrl };
  await page.goto(app.url);
  await expect(page).toHaveTitle(/Granite Credit Union/);
  await openRegistration(page, app);
  await fillPersonal(page, ada);
  await goOn(page);
  await fillCredentials(page, 'ada.kern');
  await agreeToAll(page);
  await register(page);
  await expect(page.getByText('Your login is ready. You can sign in now.')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Login' }).click();
  await signInWithCode(page);
  await page.goto(`${app.url}/#/myaccount/payment/101-700001-1`);
  await chooseType(page, 'Card');
  await fillCard(page, { number: '4242424242424242', firstName: 'Ada', lastName: 'Kern' });
  await takeMethod(page);
  await continueToReview(page, '100');
  await submit(page);
  return readConfirmation(page);
}

test(
  'a new institution goes live on our books: from the empty folder to a restored copy',
  { tag: '@desktop' },
  async ({ page }) => {
    test.setTimeout(240_000);
    await begin('institution');
    expect(await operate(['check'])).toMatch(
      /mail server: takes messages[^]+card processor: answers[^]+Nothing is wrong\./,
    );
    const { PASSBOOK_CARD_PROCESSOR_URL: processor = '' } = live.environment;
    expect(await operate(['processor', 'check', processor, '--declined', '4000000000000002'])).toContain(
      // Without card fields, and without a card that needs a confirmation.
      'All 16 checks passed. 5 were not checked.',
    );

    const given = await writeFiles();
    expect(await operate(['import', '--dry-run', ...given])).toContain('would add: 1 customer, ');
    expect(await operate(['import', ...given, ...operator])).toContain('2 entries of history');
    const server = await startServerProcess(
      { ...live.environment, PASSBOOK_INSTITUTION: institution },
      { built: true },
    );
    const backup = join(live.folder, 'backup');
    try {
      const confirmation = await registerAndPay(page);
      expect(confirmation).toMatchObject({ Amount: '$100.00', Frequency: 'Pay Once' });
      await expectPaymentInHistory(page);
      await expect(await unfolded(page, 'Account history')).toContainText('$250.00');
      const number = confirmation['Confirmation Number'] ?? 'none';
      expect(await readMail(live, ada.email, new RegExp(number))).toContain('Granite');
      await expectNoAxeViolations(page);
      expect(await operate(['end-of-day'])).toBeTruthy();
      expect(await operate(['backup', backup, ...operator])).toContain('0 documents');
    } finally {
      expect(await server.stop()).toBe(0);
    }
    await restoreAndLookAt(page, backup);
  },
);

async function expectPaymentInHistory(page: Page): Promise<void> {
  await page.goto(`${live.publicUrl}/#/myaccount/loanDetails/101-700001-1`);
  const history = await unfolded(page, 'Account history');
  await expect(history.getByRole('row').filter({ hasText: '$100.00' }).first()).toBeVisible();
}

/** The copy lets no customer in and emails nothing until it is released. */
async function restoreAndLookAt(page: Page, backup: string): Promise<void> {
  const copy = {
    DATABASE_URL: await live.makeDatabase(),
    PASSBOOK_DATA: join(live.folder, 'restored-data'),
    PASSBOOK_INSTITUTION: join(live.folder, 'restored-institution'),
  };
  expect(await operate(['restore', backup], copy)).toContain('It is in quarantine');
  expect(await operate(['check'], copy)).toContain('field key: fits this database');
  const mailed = live.mails.length;
  const server = await startServerProcess({ ...live.environment, ...copy }, { built: true });
  try {
    await page.goto('about:blank');
    await page.goto(live.publicUrl);
    await expect(page.getByRole('alert')).toContainText('The site is currently offline for maintenance.');
    await expect(page.getByLabel('Username')).toHaveCount(0);
    await expect(operate(['end-of-day'], copy)).rejects.toThrow(/quarantine/);
    expect(live.mails).toHaveLength(mailed);
    expect(await operate(['release', ...operator], copy)).toContain('The quarantine is over.');
    await page.getByRole('button', { name: 'Try again' }).click();
    await signInWithCode(page, mailed);
  } finally {
    expect(await server.stop()).toBe(0);
  }
}

test(
  'a new institution goes live with a core and a card processor of its own',
  { tag: '@desktop' },
  async ({ page }) => {
    test.setTimeout(240_000);
    await begin('institution-of-core');
    const key = randomBytes(32).toString('base64');
    const port = await findFreePort();
    const core = new RestartableProcess({
      name: 'core',
      script: 'docs/host-template/server.mjs',
      environment: { PORT: String(port), PASSBOOK_HOST_KEY: key },
      readyWhen: /Core at port/,
    });
    await core.start();
    const apart = {
      DATABASE_URL: await live.makeDatabase(),
      PASSBOOK_DATA: join(live.folder, 'data-of-core'),
      PASSBOOK_HOST_URL: `http://127.0.0.1:${port}`,
      PASSBOOK_HOST_KEY: key,
    };
    try {
      expect(await operate(['check'], apart)).toMatch(/core: answers[^]+Nothing is wrong\./);
      const server = await startServerProcess(
        { ...live.environment, PASSBOOK_INSTITUTION: institution, ...apart },
        { built: true },
      );
      try {
        const confirmation = await registerAndPay(page);
        await readMail(live, ada.email, new RegExp(confirmation['Confirmation Number'] ?? 'none'));
        await expectPaymentInHistory(page);
      } finally {
        expect(await server.stop()).toBe(0);
      }
    } finally {
      await core.stop();
    }
  },
);

test('the newest release takes over the data of a former one', { tag: '@desktop' }, async ({ page }) => {
  test.setTimeout(120_000);
  const backup = join(live.folder, 'former-backup');
  await unpackFormerBackup(backup);
  institution = join(live.folder, 'former-institution');
  operate = operatorOf(live, institution);
  const former = { PASSBOOK_FIELD_KEY: formerFieldKey };
  expect(await operate(['restore', backup], former)).toContain('It is in quarantine');
  expect(await operate(['check'], former)).toMatch(/field key: fits this database[^]+Nothing is wrong\./);
  expect(await operate(['release', ...operator], former)).toContain('The quarantine is over.');
  const server = await startServerProcess(
    { ...live.environment, ...former, PASSBOOK_INSTITUTION: institution },
    { built: true },
  );
  try {
    await page.goto(live.publicUrl);
    await signInWithCode(page);
    await expectPaymentInHistory(page);
  } finally {
    expect(await server.stop()).toBe(0);
  }
});
