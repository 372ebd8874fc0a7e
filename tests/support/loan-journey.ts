import type { Page } from 'playwright/test';
import { type App, expect, signIn } from './e2e.ts';

export async function openLoan(page: Page, app: App, loginName: string, number: string): Promise<void> {
  await signIn(page, app, loginName, `loanDetails/${number}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
}

export function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}
