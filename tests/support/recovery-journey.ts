import type { Page } from 'playwright/test';
import { type App, expect } from './e2e.ts';

export interface Identity {
  readonly emailAddress: string;
  readonly dateOfBirth: string;
  readonly zipCode: string;
  readonly branch: string;
}

export const margaret: Identity = {
  emailAddress: 'margaret.okafor@example.com',
  dateOfBirth: '03/17/1984',
  zipCode: '04101',
  branch: '101',
};

export async function openRecovery(page: Page, app: App): Promise<void> {
  await page.goto(`${app.url}/#/home/recovery`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recover your login');
}

export async function fillIdentity(page: Page, identity: Identity): Promise<void> {
  await page.getByLabel('Email address').fill(identity.emailAddress);
  await page.getByLabel('Date of birth').fill(identity.dateOfBirth);
  await page.getByLabel('Zip Code').fill(identity.zipCode);
  await page.getByLabel('Branch number').fill(identity.branch);
}

export async function proceed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
}
