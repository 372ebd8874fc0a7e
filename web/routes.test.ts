import { afterAll, describe, expect, it } from 'vitest';
import { defaultTexts } from '#common/contract/all-texts.ts';
import { installBrowserStandIn, removeBrowserStandIn } from './prerender/browser-stand-in.ts';

// The screens expect a browser while loading; another test in this process may have removed the stand-in.
installBrowserStandIn();
const { router } = await import('./routes.tsx');

afterAll(removeBrowserStandIn);

/** Lists routes with their own screen, without layouts. */
function screens(): { readonly address: string; readonly title: string | undefined }[] {
  return Object.values(router.routesById)
    .filter((route) => route.children === undefined && route.options.component !== undefined)
    .map((route) => ({ address: route.fullPath, title: route.options.staticData?.title }));
}

describe('every screen', () => {
  it('has a title from the texts', () => {
    const untitled = screens().filter(({ title }) => title === undefined || !(title in defaultTexts));
    expect(untitled).toEqual([]);
  });

  it('has the title that stands above it, but for those whose heading says more', () => {
    const texts: Readonly<Record<string, string | undefined>> = defaultTexts;
    const differing = screens().flatMap(({ title = '' }) => {
      const group = title.replace(/\.pageTitle$/, '');
      const heading = texts[`${group}.heading`];
      return heading === undefined || heading === texts[title] ? [] : group;
    });
    expect(new Set(differing)).toEqual(new Set(['activate', 'depositDetails', 'faq', 'loanDetails']));
  });

  it('is at an address of the specification (A 2.1)', () => {
    const addresses = screens().map(({ address }) => address);
    expect(addresses).toEqual(
      expect.arrayContaining([
        '/home/login',
        '/home/register',
        '/home/sso/{-$token}',
        '/home/verifyEmail/{-$enc}',
        '/home/forcePasswordChange/{-$enc}',
        '/home/recovery',
        '/home/activate',
        '/opt-out',
        '/myaccount/dashboard',
        '/myaccount/payment/{-$accountNumber}',
        '/myaccount/paymentConfirm',
        '/myaccount/loginHistory',
      ]),
    );
  });
});
