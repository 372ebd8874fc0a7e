import { expect, it } from 'vitest';
import type { PublicOptions } from '#common/contract/all-options.ts';
import { renderScreen } from '#tests/builders/render-screen.tsx';
import { Brand } from '#web/kit/Brand.tsx';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { useUnloadWarning } from '#web/kit/use-unload-warning.ts';
import { PrintButton } from '#web/payments/confirmation/PrintButton.tsx';
import { PublicFooter } from './PublicFooter.tsx';

it('globalOptions.disclosuresText appears in the footer, with a button that unfolds it', async () => {
  const without = await renderScreen(<PublicFooter />);
  expect(without.texts('button')).toEqual([]);
  const footer = await renderScreen(<PublicFooter />, {
    options: { 'globalOptions.disclosuresText': '<p>Equal housing lender</p>' },
  });
  expect(footer.page.textContent).toContain('Equal housing lender');
  expect(footer.texts('button')).toHaveLength(1);
});

it.each<[Partial<PublicOptions>, boolean, string | undefined]>([
  [{}, false, undefined],
  [{ 'globalOptions.logoUrl': '/institution/logo.svg' }, true, '/institution/logo.svg'],
  [
    { 'globalOptions.logoUrl': '/institution/logo.svg', 'globalOptions.logoOnBrandUrl': '/institution/white.svg' },
    true,
    '/institution/white.svg',
  ],
  [
    { 'globalOptions.logoUrl': '/institution/logo.svg', 'globalOptions.logoOnBrandUrl': '/institution/white.svg' },
    false,
    '/institution/logo.svg',
  ],
])('the logo under %j, on brand color: %s, is %s', async (options, onBrand, address) => {
  const { page } = await renderScreen(<Brand name="shell.institutionName" onBrand={onBrand} />, { options });
  expect(page.querySelector('img')?.getAttribute('src') ?? undefined).toBe(address);
});

function Entry() {
  useUnsavedChanges(true);
  useUnloadWarning();
  return null;
}

it.each([
  [true, false],
  [false, true],
])('globalOptions.warnOnLeavePage %s: leaving with entries passes without a question: %s', async (warns, passes) => {
  await renderScreen(<Entry />, { options: { 'globalOptions.warnOnLeavePage': warns } });
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(passes);
});

it('globalOptions.mobileUserAgentToken marks the mobile app, which cannot print', async () => {
  const token = navigator.userAgent.split(' ')[0] ?? '';
  const browser = await renderScreen(<PrintButton />, { options: { 'globalOptions.mobileUserAgentToken': 'OurApp/' } });
  expect(browser.texts('button')).toEqual(['Print']);
  const app = await renderScreen(<PrintButton />, { options: { 'globalOptions.mobileUserAgentToken': token } });
  expect(app.texts('button')).toEqual([]);
});
