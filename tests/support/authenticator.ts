import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright/test';
import { demonstrationPassword, expect, unfolded } from './e2e.ts';

/**
 * Returns the server's time, which differs from this machine's; read from a session that began at `signedInMs`. Of the
 * profile with its sections unfolded.
 */
export async function readClock(page: Page, signedInMs: number): Promise<() => number> {
  const sessions = page.getByRole('region', { name: 'Where you are signed in', exact: true });
  const instant = await sessions.getByRole('listitem').first().locator('time').first().getAttribute('datetime');
  const offset = Date.parse(instant ?? '') - signedInMs;
  return () => Date.now() + offset;
}

/** Sets an authenticator app up on the profile of a customer who signed in a moment ago. */
export async function turnOnAuthenticator(page: Page): Promise<void> {
  await unfolded(page, 'Where you are signed in');
  const now = await readClock(page, Date.now());
  const authenticator = await unfolded(page, 'Authenticator app');
  await authenticator.getByRole('button', { name: 'Set up authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await dialog.getByLabel('Your password').fill(demonstrationPassword);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const key = await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  const secret = Secret.fromBase32(key.replaceAll(' ', ''));
  await dialog.getByLabel('Code from your authenticator app').fill(TOTP.generate({ secret, timestamp: now() }));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await page
    .getByRole('dialog', { name: 'Your recovery codes' })
    .getByRole('button', { name: "I've saved my codes" })
    .click();
  await expect(authenticator.getByText('On', { exact: true })).toBeVisible();
}
