import { addBusinessDays } from '#common/core/business-days.ts';
import { addDays, type Day, formatDay } from '#common/core/dates.ts';
import { createClock } from '#server/platform/clock.ts';
import { expect, expectNoAxeViolations, test, unfolded } from '#tests/support/e2e.ts';
import { newInstitution, readMail, unquoted, writeFormerFiles } from '#tests/support/go-live-journey.ts';
import { type LiveSurroundings, startLiveSurroundings } from '#tests/support/live-surroundings.ts';
import { openStep } from '#tests/support/payment-journey.ts';
import { agreeToAll, newPassword } from '#tests/support/registration-journey.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import type { Page } from 'playwright/test';

test.use({ ignoreHTTPSErrors: true });

const timeZone = 'America/New_York';
const operator = ['--by', 'Ana Silva'];
const loan = '101-700002-1';
const email = 'bo.lind@example.com';

let live: LiveSurroundings;

test.beforeEach(async () => {
  live = await startLiveSurroundings();
});

test.afterEach(() => live.close());

/** Returns the token the processor has for a card that a customer saved in the former system. */
async function formerToken(page: Page): Promise<string> {
  const { token } = await askProcessor<{ token: string }>(page, 'cards', {
    method: 'POST',
    data: {
      cardNumber: '5555555555554444',
      securityCode: '123',
      expiration: '12/30',
      firstName: 'Bo',
      lastName: 'Lind',
      zipCode: '04101',
    },
  });
  return token;
}

async function askProcessor<Answer>(
  page: Page,
  path: string,
  options: { readonly method?: string; readonly data?: Record<string, string> } = {},
): Promise<Answer> {
  const { PASSBOOK_CARD_PROCESSOR_URL: url = '', PASSBOOK_CARD_PROCESSOR_KEY: key = '' } = live.environment;
  const answer = await page.request.fetch(`${url}/${path}`, {
    ...options,
    headers: { authorization: `Bearer ${key}` },
  });
  return (await answer.json()) as Answer;
}

/** The files of the former system: a loan with a late charge, a saved card, and a recurring payment with it. */
function formerFiles(today: Day, drawnOn: Day, token: string) {
  const card = `card,${token},master,4444,12/30,credit`;
  return {
    customers: [
      'customer_id,first_name,last_name,email,phone,birth_date,ssn,address1,city,state,zip',
      `700002,Bo,Lind,${email},5550107002,1985-06-30,900-50-7002,2 Sample Street,Portland,ME,04101`,
    ],
    accounts: [
      'account_number,customer_id,type_code,description,opened_on,statement_preference,rate',
      `${loan},700002,0,Boat loan,2024-01-15,Paper,6.49`,
    ],
    loans: [
      'account_number,original_amount,principal,billing_frequency,installment,next_due_on,interest_accrued_through,accrued_interest,late_charges',
      `${loan},8000,6420.00,Monthly,250.00,${addDays(today, 10)},${today},0,15.00`,
    ],
    history: [
      'account_number,entry_id,posted_on,kind,principal,interest,fees',
      `${loan},H-1,${addDays(today, -24)},late-charge,,,15.00`,
      `${loan},H-2,${addDays(today, -22)},payment,214.10,35.90,`,
    ],
    methods: ['customer_id,default_for,method,token,brand,last_four,expiration,card_kind', `700002,${loan},${card}`],
    autopay: [
      'reference,customer_id,account_number,schedule,first_on,next_on,amount,method,token,brand,last_four,expiration,card_kind',
      `AP-1,700002,${loan},DayOfMonth,${drawnOn},${drawnOn},120.00,${card}`,
    ],
    logins: ['customer_id,login_name', '700002,bo.lind'],
  };
}

/** @param mailed emails before the sign-in, which don't count */
async function enterCode(page: Page, mailed: number): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your security code');
  const mail = await readMail(live, email, /^Subject: Your security code/m, mailed);
  await page.getByLabel('Security code').fill(/^\d{6}$/m.exec(mail.replaceAll('\r', ''))?.[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Opens the link of the invitation, and chooses a password. */
async function activate(page: Page): Promise<void> {
  const invitation = unquoted(await readMail(live, email, /activate/));
  const link = /https:\/\/\S+activate[^\s"<]*/.exec(invitation)?.[0] ?? 'none';
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password');
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm new password').fill(newPassword);
  await page.getByRole('button', { name: 'Submit' }).click();
  await enterCode(page, 0);
  await expect(page.getByRole('heading', { level: 1, name: 'Agreements' })).toBeVisible();
  await agreeToAll(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/#\/myaccount\/dashboard$/);
}

async function signInAgain(page: Page, mailed: number): Promise<void> {
  await page.goto('about:blank');
  await page.goto(live.publicUrl);
  await page.getByLabel('Username').fill('bo.lind');
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await enterCode(page, mailed);
  await expect(page.getByText(loan).filter({ visible: true }).first()).toBeVisible();
}

async function visit(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${live.publicUrl}/#/myaccount/${address}/${loan}`);
}

async function expectFormerData(page: Page): Promise<void> {
  await visit(page, 'loanDetails');
  const history = await unfolded(page, 'Account history');
  await expect(history.getByRole('row').filter({ hasText: 'Late charge' })).toContainText('$15.00');
  await expect(history.getByRole('row').filter({ hasText: '$250.00' })).toHaveCount(1);
  await visit(page, 'payment');
  const recurring = page.getByRole('region', { name: 'Recurring payment' });
  await expect(recurring).toContainText('$120.00');
  await expect(recurring).toContainText('x4444');
  await expect(openStep(page)).toContainText('Mastercard ending in 4444');
  await expectNoAxeViolations(page);
}

test(
  'a customer of the former system finds card and automatic payment, which is drawn on its day',
  { tag: '@desktop' },
  async ({ page }) => {
    test.setTimeout(300_000);
    const today = createClock(timeZone).today();
    const drawnOn = addBusinessDays(addDays(today, 1), 1, { extraNonPaymentDays: [] });
    const { folder, operate } = await newInstitution(live, 'institution');
    const paths = await writeFormerFiles(live, formerFiles(today, drawnOn, await formerToken(page)));
    const { customers, accounts, loans, history, methods, autopay, logins } = paths;
    const books = ['--customers', customers, '--accounts', accounts, '--loans', loans];
    await operate(['import', ...books, '--history', history, '--history-since', addDays(today, -60), ...operator]);
    for (const [kind, file] of [
      ['methods', methods],
      ['autopay', autopay],
    ] as const) {
      expect(await operate(['import', kind, file, '--dry-run'])).toContain('nothing was imported. The file has 1');
      expect(await operate(['import', kind, file, ...operator])).toContain('Imported: 1');
      expect(await operate(['import', kind, file, ...operator])).toContain('Already there: 1');
    }
    const environment = { ...live.environment, PASSBOOK_INSTITUTION: folder };
    const server = await startServerProcess(environment, { built: true });
    try {
      expect(await operate(['invite', logins, ...operator])).toContain('Invited: 1');
      await activate(page);
      await expectFormerData(page);
    } finally {
      expect(await server.stop()).toBe(0);
    }
    const evening = Temporal.PlainDate.from(drawnOn).toZonedDateTime({ timeZone, plainTime: '22:00' }).toInstant();
    // Production takes the machine's clock only, and refuses one that differs from the database's.
    const then = { PASSBOOK_MODE: 'test', PASSBOOK_NOW: evening.toString() };
    await operate(['end-of-day'], then);
    const mailed = live.mails.length;
    const later = await startServerProcess({ ...environment, ...then }, { built: true });
    try {
      expect(unquoted(await readMail(live, email, /120\.00/))).toContain('ending in 4444');
      await signInAgain(page, mailed);
      await visit(page, 'loanDetails');
      const drawn = (await unfolded(page, 'Account history')).getByRole('row');
      await expect(drawn.filter({ hasText: '$120.00' }).first()).toContainText(formatDay(drawnOn));
    } finally {
      expect(await later.stop()).toBe(0);
    }
    const { charges } = await askProcessor<{ readonly charges: readonly unknown[] }>(page, 'charges?after=0');
    expect(charges).toMatchObject([{ amountCents: 12_000, state: 'approved' }]);
  },
);
