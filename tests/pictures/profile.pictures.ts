import { changeRow, signIn } from '#tests/support/e2e.ts';
import { openAccountScreen, unfoldSections } from './support/open.ts';
import { expect, test } from './support/pictures.ts';

test('profile, messages and help', async ({ page, ownApp: app, visit }) => {
  await signIn(page, app, 'margaret.okafor');
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  await visit('profile', () => openAccountScreen(page, app, 'profile', 'Where you are signed in'));
  await visit('profile-unfolded', () => Promise.resolve(), { resized: () => unfoldSections(page), only: 390 });
  for (const [name, of, row] of [
    ['username', 'User Information', 'Username'],
    ['email', 'User Information', 'Email address'],
    ['password', 'User Information', 'Password'],
    ['address', 'Personal Information', 'Address'],
    ['phones', 'Personal Information', 'Phone numbers'],
  ] as const) {
    await visit(
      `profile-${name}`,
      async () => {
        await openAccountScreen(page, app, 'profile', 'Where you are signed in');
        await changeRow(section(of), row);
      },
      { of: section(of) },
    );
  }
  const dialogs = [
    ['add-passkey', 'Passkeys', 'Add a passkey'],
    ['set-up-authenticator', 'Authenticator app', 'Set up authenticator app'],
  ] as const;
  for (const [name, of, button] of dialogs) {
    await visit(
      `profile-${name}`,
      async () => {
        await openAccountScreen(page, app, 'profile', 'Where you are signed in');
        await section(of).getByRole('button', { name: button }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
      {
        firstView: true,
        // The dialog is folded with its section.
        resized: async () => {
          await unfoldSections(page);
          await expect(page.getByRole('dialog')).toBeVisible();
        },
      },
    );
  }
  await visit('request-change', () => openAccountScreen(page, app, 'requestChange', 'request changes here'));
  await visit('document-center', async () => {
    await openAccountScreen(page, app, 'document-center', 'Document Center');
    await page.getByLabel('Account number').selectOption('101-004417-2');
    await expect(page.getByText('Loan agreement.pdf')).toBeVisible();
  });
  await visit('login-history', () => openAccountScreen(page, app, 'loginHistory', 'IP Address'));
  await visit('messages', () => openAccountScreen(page, app, 'conversations', 'Paying off the car loan'));
  await visit('message', async () => {
    await page.getByRole('link', { name: 'Paying off the car loan' }).click();
    await expect(page.getByText('Can I send a wire?')).toBeVisible();
  });
  await visit('message-new', () => openAccountScreen(page, app, 'conversations/new', 'Message'));
  await visit('requests', () => openAccountScreen(page, app, 'requests', 'Your requests'));
  await visit('request-new', () => openAccountScreen(page, app, 'requests/payment-help', 'What happens next'));
  await visit('request-sent', async () => {
    await openAccountScreen(page, app, 'requests/document-request', 'What happens next');
    await page.getByLabel('What do you need?').selectOption('A payoff letter');
    await page.getByLabel('Who should get it?').fill('Pine Motors');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText('What you sent')).toBeVisible();
  });
  await visit('contact', () => openAccountScreen(page, app, 'messages', 'Message type'));
  await visit('faq', () => openAccountScreen(page, app, 'faq', 'Frequently asked questions'));
  await visit('locator', async () => {
    await openAccountScreen(page, app, 'locations', 'Harbor Van');
    await page.getByLabel('Zip code').fill('04330');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText('Branches closest to 04330');
  });
});

test('a session that ends, and a core that is away', async ({ page, appWithCore: app, visit }) => {
  await signIn(page, app, 'li.wei');
  await visit(
    'log-out',
    async () => {
      await openAccountScreen(page, app, 'dashboard', 'Coming up');
      await page
        .getByRole('button', { name: /log ?out|sign ?out/i })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
    { firstView: true },
  );
  await app.core.stop();
  await visit('dashboard-core-away', async () => {
    await page.goto('about:blank');
    await page.goto(`${app.url}/#/myaccount/dashboard`);
    await expect(page.getByRole('status').filter({ hasText: /\w/ }).first()).toBeVisible();
  });
  await visit('profile-core-away', () => openAccountScreen(page, app, 'profile', 'Where you are signed in'));
});
