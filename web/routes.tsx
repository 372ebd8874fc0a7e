import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { accountScreens, myAccount, publicHelp } from './account-routes.tsx';
import { currentSession, onSessionEnd } from './data/session.ts';
import { onActivityBegun } from './data/shared-activity.ts';
import { SignIn } from './identity/sign-in/SignInScreen.tsx';
import { ErrorView } from './kit/ErrorView.tsx';
import { whenIdle } from './kit/when-idle.ts';
import { paths } from './paths.ts';
import { home, homeScreens, mailScreens, toDashboardWhenSignedIn } from './public-routes.tsx';
import { rememberAddress, root } from './root-route.tsx';
import { createNumberedHistory } from './shell/numbered-history.ts';

const empty = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    toDashboardWhenSignedIn();
    redirect({ to: paths.home, replace: true, throw: true });
  },
});

/** Every screen of the portal, with title, guard and preloaded data. */
export const router = createRouter({
  routeTree: root.addChildren([
    empty,
    ...mailScreens,
    home.addChildren([...publicHelp, ...homeScreens]),
    myAccount.addChildren([...accountScreens]),
  ]),
  history: createNumberedHistory(),
  // Keeps account numbers as strings instead of parsing them as numbers.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    // Without what a screen took out of its address.
    const given = Object.entries(search as Record<string, string | undefined>).filter(
      ([, value]) => value !== undefined,
    );
    const text = new URLSearchParams(given as [string, string][]).toString();
    return text === '' ? '' : `?${text}`;
  },
  defaultErrorComponent: ErrorView,
  defaultPendingMs: 150,
  defaultPendingMinMs: 300,
  scrollRestoration: true,
});

// The end of a session shows the sign-in form, also without a connection.
const stopWaiting = router.subscribe('onResolved', () => {
  stopWaiting();
  whenIdle(() => void SignIn.preload().catch(() => undefined));
});

// Registered at once, since the first call after a reload may already be refused.
onSessionEnd(({ reason, session }) => {
  rememberAddress(router.state.location, reason === 'signedOut' ? 'signedOut' : session);
  void router.navigate({ to: paths.login, state: { sessionEnd: reason }, replace: true, ignoreBlocker: true });
});

// Leaves the sign-in screen after a sign-in in another tab; other screens may be in use.
onActivityBegun(() => {
  if (!currentSession() && router.state.location.pathname === paths.login) void router.invalidate();
});
