import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright/test';
import { SMTPServer } from 'smtp-server';
import { act, confirm, enterAndOpen, press } from '#tests/support/desk-by-keyboard.ts';
import { expect, expectNoAxeViolations, test as base } from '#tests/support/e2e.ts';

interface MailServer {
  /** Addresses that emails were taken for. */
  readonly taken: string[];
  refuses: boolean;
  readonly url: string;
}

const test = base.extend<{ readonly mailServer: MailServer }>({
  mailServer: async ({}, provide) => {
    const state = { taken: [] as string[], refuses: false, url: '' };
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _session, done) {
        if (state.refuses) return done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
        state.taken.push(address);
        return done();
      },
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    state.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    await provide(state);
    await new Promise<void>((resolve) => {
      server.close(resolve);
    });
  },
  environment: async ({ mailServer }, provide) => {
    await provide({ PASSBOOK_DESK: 'on', PASSBOOK_SMTP_URL: mailServer.url });
  },
});

test(
  'a supervisor sends one email again, and gives up one that its address refuses for good, by keyboard',
  { tag: '@desktop' },
  async ({ mailServer, ownApp, page }) => {
    await enterAndOpen(page, ownApp, 'Sol Bergman, supervisor', 'Margaret Okafor');
    await act(page, 'Send password link', 'Forgot it');
    await page
      .getByRole('region', { name: /^Open payments/ })
      .getByRole('link')
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await act(page, 'Cancel payment', 'Customer called');
    await page.goBack();
    const customer = page.url();
    const margaret = 'margaret.okafor@example.com';
    await expect.poll(() => mailServer.taken.filter((address) => address === margaret).length).toBe(2);

    await page.reload();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect(timeline).toContainText('Send a new one instead.');
    await actOn(page, timeline, 'Send again');
    await expect.poll(() => mailServer.taken.filter((address) => address === margaret).length).toBe(3);
    await expectNoAxeViolations(page);

    mailServer.refuses = true;
    await page.reload();
    await act(page, 'Send password link', 'Forgot it again');
    await page.goto(`${ownApp.url}/desk/health`);
    const undelivered = page.getByRole('region', { name: 'Not delivered (1)' });
    await expect(async () => {
      await press(page.getByRole('button', { name: 'Check again' }));
      await expect(undelivered).toContainText('refused for good', { timeout: 1_000 });
    }).toPass();
    await expectNoAxeViolations(page);
    await actOn(page, undelivered, 'Give up');
    await expect(undelivered).toHaveCount(0);
    await expect(page.getByText('Every message was sent.')).toBeVisible();
    await page.goto(customer);
    await expect(timeline).toContainText("Gave up a message that can't be delivered");
  },
);

/** What is done about the first message of a list; its button names it. */
async function actOn(page: Page, list: Locator, action: string): Promise<void> {
  await press(list.getByRole('button', { name: new RegExp(`^${action}: `) }).first());
  await confirm(page.getByRole('dialog'), action, 'Says it never came');
}
