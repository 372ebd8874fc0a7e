import type { Page } from 'playwright/test';
import { expect } from './e2e.ts';

export interface Newcomer {
  readonly type: 'Loan' | 'Deposit' | null;
  readonly accountNumber: string | null;
  readonly first: string;
  readonly last: string;
  readonly email: string;
  readonly ssn: string;
  readonly born: string;
  readonly zip: string;
  readonly phone: string;
}

/** The demonstration's unregistered people, with numbers as people type them. */
export const harriet: Newcomer = {
  type: 'Loan',
  accountNumber: '1010088146',
  first: 'Harriet',
  last: 'Lowell',
  email: 'harriet.lowell@example.com',
  ssn: '900318814',
  born: '05231979',
  zip: '04101',
  phone: '5550108814',
};
export const tomas: Newcomer = {
  type: 'Loan',
  accountNumber: '1020090263',
  first: 'Tomas',
  last: 'Reyes',
  email: 'tomas.reyes@example.com',
  ssn: '900329026',
  born: '12091988',
  zip: '03801',
  phone: '5550109026',
};
export const june: Newcomer = {
  type: 'Deposit',
  accountNumber: '1040093787',
  first: 'June',
  last: 'Park',
  email: 'june.park@example.com',
  ssn: '900339377',
  born: '2/28/1995',
  zip: '02139',
  phone: '+1 555 010 9377',
};

export const newPassword = 'three tall ships 7';

export async function openRegistration(page: Page, app: { readonly url: string }): Promise<void> {
  await page.goto(`${app.url}/#/home/register`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your login');
}

export async function fillPersonal(page: Page, person: Newcomer, ssnLabel = 'Social Security number'): Promise<void> {
  if (person.type) await page.getByRole('radio', { name: person.type }).check();
  if (person.accountNumber) await typeInto(page, 'Account number', person.accountNumber);
  await page.getByLabel('First name').fill(person.first);
  await page.getByLabel('Last name').fill(person.last);
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel(ssnLabel, { exact: true }).fill(person.ssn);
  await typeInto(page, 'Date of birth', person.born);
  await typeInto(page, 'Zip code', person.zip);
  await typeInto(page, 'Phone number', person.phone);
}

/** Types key by key, so input masks react. */
export async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).fill('');
  await page.getByLabel(label).pressSequentially(text);
}

export async function goOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
}

export async function fillCredentials(page: Page, userName: string, password = newPassword): Promise<void> {
  await page.getByLabel('Username').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
}

export async function agreeToAll(page: Page): Promise<void> {
  for (const box of await page.getByRole('checkbox').all()) await box.check();
}

export async function register(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create login' }).click();
}
