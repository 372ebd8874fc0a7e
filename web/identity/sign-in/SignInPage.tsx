import { type MouseEvent, StrictMode, useEffect, useMemo } from 'react';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { reportPageView } from '#web/data/page-views.ts';
import { type Settings, SettingsContext, useOption } from '#web/institution/settings.ts';
import { type Destination, type LinkProps, NavigationContext, useNavigation } from '#web/kit/navigation.ts';
import { paths } from '#web/paths.ts';
import { PublicLayout } from '#web/shell/PublicLayout.tsx';
import { handOverLogin } from './handed-over-login.ts';
import { SignIn } from './SignIn.tsx';

interface SignInPageProps {
  readonly settings: Settings;
  /** Puts the portal in place of this page. */
  readonly openPortal: (destination: Destination) => Promise<void>;
}

/**
 * The sign-in screen as a page of its own, without router and queries: the server renders it into the page, and a
 * visitor's browser runs it alone. Its first render must not depend on the browser.
 */
export function SignInPage({ settings, openPortal }: SignInPageProps) {
  const navigation = useMemo(() => ({ Link: PageLink, screenExists: () => true, open: openPortal }), [openPortal]);
  async function showSteps(response: LoginResponse) {
    handOverLogin(response);
    await openPortal({ to: paths.login, replace: true });
  }
  return (
    <StrictMode>
      <SettingsContext value={settings}>
        <NavigationContext value={navigation}>
          <PageView />
          <PublicLayout>
            <SignIn arrival={{}} onSteps={showSteps} />
          </PublicLayout>
        </NavigationContext>
      </SettingsContext>
    </StrictMode>
  );
}

function PageLink({ to, className, state, onClick, children }: LinkProps) {
  const { open } = useNavigation();
  function follow(event: MouseEvent) {
    // In a new tab or window the browser follows the address itself.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onClick?.();
    void open({ to, ...(state && { state }) });
  }
  return (
    <a href={`/#${to}`} className={className} onClick={follow}>
      {children}
    </a>
  );
}

function PageView() {
  const analyticsUrl = useOption('globalOptions.analyticsUrl');
  const analyticsId = useOption('globalOptions.analyticsId');
  useEffect(() => reportPageView({ analyticsUrl, analyticsId }, paths.login), [analyticsUrl, analyticsId]);
  return null;
}
