import type { Page } from 'playwright/test';
import { type App, expect, expectNoAxeViolations, runApp, signIn, test as base } from '#tests/support/e2e.ts';
import { writeInstitution } from '#tests/support/institution-folder.ts';
import { shared } from '#tests/support/shared-by-tests.ts';

/**
 * The shared demonstration, and an institution with a shorter feedback form, more questions for visitors, and
 * reCAPTCHA.
 */
const test = base.extend<{ readonly otherApp: App }>({
  otherApp: shared(async (provide) => {
    const folder = await writeInstitution({
      'messageOptions.hideFeedback': true,
      'messageOptions.requireBranchNumber': true,
      'messageOptions.captchaSiteKey': 'site-key-of-harbor',
    });
    await runApp({ PASSBOOK_INSTITUTION: folder, PASSBOOK_RECAPTCHA_SECRET: 'a-secret' }, provide);
  }),
});

const send = (page: Page) => page.getByRole('button', { name: 'Send' });

async function openForm(page: Page, app: App): Promise<void> {
  await page.goto(`${app.url}/#/home/messages`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compose Message');
}

async function solveCaptcha(page: Page): Promise<void> {
  await page.getByLabel("I'm not a robot").check();
  await expect(page.getByText('Verified')).toBeVisible({ timeout: 30_000 });
}

test('a visitor asks a question', { tag: '@both' }, async ({ page, app }) => {
  await openForm(page, app);
  await expect(page).toHaveTitle('Compose Message · First Harbor Lending');
  await expect(page.getByText('First Harbor Lending', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute('href', '/#/home/login');
  await expect(send(page)).toBeDisabled();
  await expect(page.getByLabel('Subject')).toBeHidden();

  await page.getByLabel('Message type').selectOption('Question');
  await send(page).click();
  for (const [label, message] of [
    ['Name', 'Name is required.'],
    ['Email', 'Email is required.'],
    ['Subject', 'Subject is required.'],
    ['Message', 'Message is required.'],
    ["I'm not a robot", 'Must Complete Captcha'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(message));
  }
  await expect(page.getByLabel('Name')).toBeFocused();
  await expectNoAxeViolations(page);

  await page.getByLabel('Name').fill('Harriet Lowell');
  await page.getByLabel('Email').fill('harriet.lowell@example.com');
  const branch = page.getByLabel('Branch number');
  await branch.pressSequentially('a12345');
  await expect(branch).toHaveValue('1234');
  await page.getByLabel('Subject').fill('Rates');
  await page.getByLabel('Message', { exact: true }).fill('What does a car loan cost?');
  await solveCaptcha(page);
  await expectNoAxeViolations(page);
  await send(page).click();

  const thanks = page
    .getByRole('status')
    .filter({ hasText: "Thank you for your message. We'll get back to you shortly." });
  await expect(thanks).toBeVisible();
  await expect(page.getByLabel('Message type')).toHaveValue('');
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(page.getByLabel("I'm not a robot")).not.toBeChecked();
  await expect(send(page)).toBeDisabled();
  await page.goto(app.outboxUrl);
  await expect(page.getByText('To service@harbor.example').first()).toBeVisible();
  await expect(page.getByText('What does a car loan cost?').first()).toBeVisible();
});

test('a counter announces how many characters are left', { tag: '@desktop' }, async ({ page, app }) => {
  await openForm(page, app);
  await page.getByLabel('Message type').selectOption('Question');
  const message = page.getByLabel('Message', { exact: true });
  for (const [typed, left, tone] of [
    [0, 300, 'quiet'],
    [200, 100, 'quiet'],
    [201, 99, 'noted'],
    [249, 51, 'noted'],
    [250, 50, 'loud'],
    [300, 0, 'loud'],
  ] as const) {
    await message.fill('x'.repeat(typed));
    await expect(page.getByText(`${left} characters left`, { exact: true }).first()).toHaveAttribute('data-tone', tone);
  }
  await message.pressSequentially('y');
  await expect(message).toHaveValue('x'.repeat(300));
  await message.press('Backspace');
  await expect(page.getByText('1 character left', { exact: true })).toBeVisible();
});

test('a signed-in customer gives feedback', { tag: '@phone' }, async ({ page, app }) => {
  await signIn(page, app, 'li.wei');
  await page.goto(`${app.url}/#/home/messages`);
  await expect(page).toHaveURL(/#\/myaccount\/messages$/);
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeHidden();
  await expect(page.getByLabel('Branch number')).toBeHidden();
  await page.getByLabel('Message type').selectOption('Question');
  await expect(page.getByLabel('Name')).toHaveValue('Li Wei');
  await expect(page.getByLabel('Email')).toHaveValue('li.wei@example.com');

  await page.getByLabel('Message type').selectOption('Feedback');
  await expect(page.getByText('What did you like?')).toBeHidden();
  await page.getByRole('radio', { name: 'Good', exact: true }).check();
  const reasons = page.getByRole('radiogroup', { name: 'What did you like?' }).getByRole('radio');
  await expect(reasons).toHaveCount(5);
  await expect(reasons.last()).toHaveAccessibleName('Another reason');
  await page.getByRole('radio', { name: 'Could be better' }).check();
  await expect(page.getByText('What did you like?')).toBeHidden();
  await expect(page.getByRole('radiogroup', { name: 'What could be better?' }).getByRole('radio')).toHaveCount(5);
  await page.getByRole('radio', { name: 'Too slow' }).check();
  await solveCaptcha(page);
  await expectNoAxeViolations(page);

  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/Messages/Feedback', async (route) => {
    await held;
    await route.continue();
  });
  await send(page).click();
  await expect(send(page)).toBeDisabled();
  await expect(page.locator('form svg[width="50"]')).toBeVisible();
  release();
  await expect(page.getByRole('status').filter({ hasText: 'Thank you for your feedback.' })).toBeVisible();
});

test('a message whose answer is lost is stored once and confirmed', { tag: '@phone' }, async ({ page, app }) => {
  await openForm(page, app);
  await page.getByLabel('Name').fill('Harriet Lowell');
  await page.getByLabel('Email').fill('harriet.lowell@example.com');
  await page.getByLabel('Message type').selectOption('Question');
  await page.getByLabel('Subject').fill('A cut answer');
  await page.getByLabel('Message', { exact: true }).fill('What does a car loan cost?');
  await solveCaptcha(page);
  let sent = 0;
  // The server receives each attempt; only the third answer arrives.
  await page.route('**/api/Messages/ContactUs', async (route) => {
    sent += 1;
    const response = await route.fetch();
    await (sent < 3 ? route.abort() : route.fulfill({ response }));
  });
  await send(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'Thank you for your message.' })).toBeVisible();
  expect(sent).toBe(3);
  const mailed = await (await fetch(app.outboxUrl)).text();
  expect(mailed.split('<article>').filter((article) => article.includes('A cut answer'))).toHaveLength(1);
});

test(
  'a message from a reloaded or closed page gets its outcome on the next one',
  { tag: '@desktop' },
  async ({ page, app }) => {
    async function writeFeedback(tab: Page) {
      await tab.goto(`${app.url}/#/myaccount/messages`);
      await tab.getByLabel('Message type').selectOption('Feedback');
      await tab.getByRole('radio', { name: 'Good', exact: true }).check();
      await tab.getByRole('radio', { name: 'Another reason' }).check();
      await tab.getByLabel('Message (optional)').fill('A page that goes away');
      await solveCaptcha(tab);
    }
    const received = (tab: Page) => tab.getByRole('status').filter({ hasText: 'We received your message.' });

    await signIn(page, app, 'li.wei');
    // Neither an answer nor an error arrives.
    await page.route('**/api/Messages/Feedback', (route) => void route.fetch());
    await writeFeedback(page);
    await send(page).click();
    await expect(send(page)).toBeDisabled();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(received(page)).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(received(page)).toBeHidden();

    await page.unroute('**/api/Messages/Feedback');
    await writeFeedback(page);
    // It never leaves the browser.
    await page.route('**/api/Messages/Feedback', (route) => route.abort());
    await send(page).click();
    await expect(send(page)).toBeEnabled();
    const stored = String(await page.evaluate('JSON.stringify(localStorage)'));
    expect(stored).toContain('passbook.submissions');
    expect(stored).not.toMatch(/goes away|li\.wei|Li Wei/);
    const next = await page.context().newPage();
    await page.close();
    await signIn(next, app, 'margaret.okafor');
    await expect(next.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(next.getByText('your message')).toBeHidden();
    const last = await page.context().newPage();
    await next.close();
    // A minute later it cannot be on its way anymore.
    await last.clock.install({ time: Date.now() + 61_000 });
    await signIn(last, app, 'li.wei');
    await expect(last.getByRole('alert')).toContainText("We didn't receive your message. Send it again.");
  },
);

test("a message that can't be sent is kept, with an error", { tag: '@desktop' }, async ({ page, app }) => {
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/ClientError'))
      reports.push((request.postDataJSON() as { Message: string }).Message);
  });
  await openForm(page, app);
  await page.getByLabel('Name').fill('Harriet Lowell');
  await page.getByLabel('Email').fill('harriet.lowell@example.com');
  await page.getByLabel('Message type').selectOption('Question');
  await page.getByLabel('Subject').fill('Rates');
  await page.getByLabel('Message', { exact: true }).fill('What does a car loan cost?');
  await solveCaptcha(page);

  await page.route('**/api/Messages/ContactUs', (route) => route.fulfill({ status: 500, json: {} }));
  await send(page).click();
  await expect(page.getByRole('alert')).toHaveText('Oops...it looks like something went wrong.');
  await expect.poll(() => reports).toEqual(['Error: Cannot connect to the service']);
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('What does a car loan cost?');
  await expectNoAxeViolations(page);

  await page.route('**/api/Messages/ContactUs', (route) => route.abort());
  await send(page).click();
  await expect(page.getByRole('alert')).toContainText('Cannot connect to the service');

  await page.route('**/api/Messages/ContactUs', (route) => route.fulfill({ status: 429, json: {} }));
  await send(page).click();
  await expect(page.getByRole('alert')).toHaveText(/You've sent several messages in the past hour/);

  const refusal = { HasNoErrors: false, Errors: [{ ErrorMessage: 'CaptchaInvalid' }] };
  await page.route('**/api/Messages/ContactUs', (route) => route.fulfill({ json: refusal }));
  await send(page).click();
  await expect(page.getByText('This check timed out. Select the box again.')).toBeVisible();
  await expect(page.getByLabel("I'm not a robot")).not.toBeChecked();

  await page.route('**/api/Messages/GetCaptchaChallenge', (route) => route.abort());
  await page.getByLabel("I'm not a robot").click();
  await expect(page.getByText("The check didn't work. Select the box again.")).toBeVisible();
});

test(
  'an institution can offer questions only, a branch number, and reCAPTCHA',
  { tag: '@desktop' },
  async ({ page, otherApp, context }) => {
    // Replaces Google's script, which tests must not load, with a box that is solved when pressed.
    await context.route('https://www.google.com/recaptcha/api.js**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `globalThis.grecaptcha = { render: (place, { sitekey, callback }) => {
        const button = document.createElement('button');
        button.textContent = sitekey;
        button.onclick = () => callback('the-proof');
        place.append(button);
      } }; showCaptcha();`,
      }),
    );
    await openForm(page, otherApp);
    await expect(page.getByLabel('Message type').locator('option')).toHaveText(['Choose a type', 'Question']);
    await page.getByLabel('Message type').selectOption('Question');
    await send(page).click();
    await expect(page.getByLabel('Branch number')).toHaveAccessibleDescription('Branch number is required.');
    await expect(page.getByText('Must Complete Captcha')).toBeVisible();
    await page.getByLabel('Name').fill('Harriet Lowell');
    await page.getByLabel('Email').fill('harriet.lowell@example.com');
    await page.getByLabel('Branch number').fill('101');
    await page.getByLabel('Subject').fill('Rates');
    await page.getByLabel('Message', { exact: true }).fill('What does a car loan cost?');
    const frame = page.frameLocator('iframe[title*="a robot"]');
    await frame.getByRole('button', { name: 'site-key-of-harbor' }).click();
    await expect(page.getByText('Must Complete Captcha')).toBeHidden();
    const sent = page.waitForRequest('**/api/Messages/ContactUs');
    await page.route('**/api/Messages/ContactUs', (route) =>
      route.fulfill({ json: { HasNoErrors: true, Errors: [] } }),
    );
    await send(page).click();
    expect((await sent).postDataJSON()).toMatchObject({
      ReCaptchaCode: 'the-proof',
      ServicingBranch: '101',
      Alert: { ServicingBranch: 101 },
    });
    await expect(page.getByText('Thank you for your message.')).toBeVisible();
  },
);

test('the whole form works by keyboard', { tag: '@desktop' }, async ({ page, app }) => {
  await openForm(page, app);
  await page.getByLabel('Name').focus();
  for (const typed of ['Harriet Lowell', 'harriet.lowell@example.com', '101']) {
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('F');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Thank you');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByText('Verified')).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Tab');
  await expect(send(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Thank you for your feedback.')).toBeVisible();
});
