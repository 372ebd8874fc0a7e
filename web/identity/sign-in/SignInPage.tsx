import { StrictMode, useEffect, useMemo } from 'react';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { reportPageView } from '#web/data/page-views.ts';
import { type Settings, SettingsContext, useOption } from '#web/institution/settings.ts';
import { type Destination, NavigationContext } from '#web/kit/navigation.ts';
import { PageLink } from '#web/kit/PageLink.tsx';
import { paths } from '#web/paths.ts';
import { PublicLayout } from '#web/shell/PublicLayout.tsx';
import { handOverLogin } from './handed-over-login.ts';
import { SignIn } from './SignIn.tsx';

interface SignInPageProps {
  readonly settings: Settings;
  /** Replaces this page with the portal. */
  readonly openPortal: (destination: Destination) => Promise<void>;
}

/**
 * The sign-in screen as a separate page without router and queries: prerendered by the server and hydrated alone in a
 * visitor's browser. Its first render must not depend on the browser.
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

function PageView() {
  const analyticsUrl = useOption('globalOptions.analyticsUrl');
  const analyticsId = useOption('globalOptions.analyticsId');
  useEffect(() => reportPageView({ analyticsUrl, analyticsId }, paths.login), [analyticsUrl, analyticsId]);
  return null;
}
