import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { type App, demonstrationPassword, expect } from './e2e.ts';
import { readMailedCode } from './mailed.ts';
import { writeInstitution } from './institution-folder.ts';

/** Writes an institution with other options, and terms whose current version no one has accepted. */
export async function writeInstitutionWithNewTerms(options: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await writeInstitution(options);
  const agreements = [
    { setup: '/institution/terms-of-use.html|2026-11-01|Terms of Use|0,1', richText: '<p>These are the terms.</p>' },
    { setup: '/institution/e-sign-consent.html|2026-11-01|E-Sign Consent|0,3', richText: '<p>This is consent.</p>' },
  ];
  await writeFile(join(folder, 'agreements.json'), JSON.stringify(agreements));
  return folder;
}

/** Enters username and password, without waiting for a particular next screen. */
export async function logIn(page: Page, app: App, loginName: string, password = demonstrationPassword): Promise<void> {
  await page.goto(app.url);
  await page.getByLabel('Username').fill(loginName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function expectStep(page: Page, heading: string, progress?: string): Promise<void> {
  const title = page.getByRole('heading', { level: 1, name: heading, exact: true });
  await expect(title).toBeVisible();
  await expect(title).toBeFocused();
  if (progress !== undefined) await expect(page.getByText(progress, { exact: true })).toBeVisible();
}

export async function enterCode(page: Page, app: App): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Security code' });
  // The message is queued before the step shows.
  await expect(field).toBeVisible();
  await field.fill(await readMailedCode(app));
  await page.getByRole('button', { name: 'Continue' }).click();
}

export async function expectEmptyForm(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue('');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
}
