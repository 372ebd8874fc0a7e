import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { currentSession } from './data/session.ts';
import { isHandedOver } from './identity/sign-in/handed-over-login.ts';
import { fetchMaintenanceState } from './institution/maintenance.ts';
import { keepSingleSignOnToken, usesSingleSignOn } from './data/single-sign-on.ts';
import { paths } from './paths.ts';
import { root } from './root-route.tsx';
import { linkToken } from '#web/kit/link-token.ts';
import { SignIn, SignInScreen } from './identity/sign-in/SignInScreen.tsx';
import { PublicArea } from './shell/PublicArea.tsx';

/** The area of visitors. */
export const home = createRoute({ getParentRoute: () => root, path: 'home', component: PublicArea });

const homeEmpty = createRoute({
  getParentRoute: () => home,
  path: '/',
  beforeLoad: () => redirect({ to: paths.login, replace: true, throw: true }),
});

const login = createRoute({
  getParentRoute: () => home,
  path: 'login',
  staticData: { title: 'login.pageTitle' },
  beforeLoad: () => {
    // A login handed over by another screen replaces the current session.
    if (!isHandedOver()) toDashboardWhenSignedIn();
  },
  loader: () => SignIn.preload(),
  component: SignInScreen,
});

const singleSignOn = createRoute({
  getParentRoute: () => home,
  path: 'sso/{-$token}',
  staticData: { title: 'singleSignOn.pageTitle' },
  beforeLoad: ({ params }) => {
    if (params.token === undefined) return;
    // Remove the token first, because addresses are stored, shown and shared.
    keepSingleSignOnToken(params.token);
    redirect({ to: paths.singleSignOn, replace: true, throw: true });
  },
  component: lazyRouteComponent(
    () => import('./identity/single-sign-on/SingleSignOnLanding.tsx'),
    'SingleSignOnLanding',
  ),
});

const recovery = createRoute({
  getParentRoute: () => home,
  path: 'recovery',
  staticData: { title: 'recovery.pageTitle' },
  beforeLoad: async () => {
    toDashboardWhenSignedIn();
    toLoginUnderSingleSignOn();
    await toLoginWhileClosed();
  },
  component: lazyRouteComponent(() => import('./identity/recovery/Recovery.tsx'), 'Recovery'),
});

const forcePasswordChange = createRoute({
  getParentRoute: () => home,
  path: 'forcePasswordChange/{-$enc}',
  staticData: { title: 'changePassword.pageTitle' },
  beforeLoad: ({ params }) => {
    toLoginUnderSingleSignOn();
    if (params.enc === undefined) redirect({ to: paths.login, replace: true, throw: true });
  },
  loader: async ({ params }) => {
    const { preloadPasswordChange } = await import('./identity/credentials/login-name-of-token.ts');
    await preloadPasswordChange(params.enc ?? '');
  },
  component: lazyRouteComponent(() => import('./identity/credentials/ForcePasswordChange.tsx'), 'ForcePasswordChange'),
});

const register = createRoute({
  getParentRoute: () => home,
  path: 'register',
  staticData: { title: 'register.pageTitle' },
  beforeLoad: async () => {
    toDashboardWhenSignedIn();
    toLoginUnderSingleSignOn();
    await toLoginWhileClosed();
  },
  loader: async () => {
    const { preloadRegistration } = await import('./registration/preload-registration.ts');
    await preloadRegistration();
  },
  component: lazyRouteComponent(() => import('./registration/Register.tsx'), 'Register'),
});

const verifyEmail = createRoute({
  getParentRoute: () => home,
  path: 'verifyEmail/{-$enc}',
  staticData: { title: 'verifyEmail.pageTitle' },
  beforeLoad: toLoginUnderSingleSignOn,
  component: lazyRouteComponent(() => import('./registration/VerifyEmail.tsx'), 'VerifyEmail'),
});

const activate = createRoute({
  getParentRoute: () => home,
  path: 'activate',
  staticData: { title: 'activate.pageTitle' },
  beforeLoad: async ({ search }) => {
    toLoginUnderSingleSignOn();
    // Checked before the customer chooses a password that couldn't be saved.
    if (linkToken(search) !== undefined) return toLoginWhileClosed();
    redirect({ to: paths.login, replace: true, state: { sessionEnd: 'unauthorized' }, throw: true });
  },
  loader: async () => {
    const { preloadActivation } = await import('./registration/preload-registration.ts');
    await preloadActivation();
  },
  component: lazyRouteComponent(() => import('./registration/Activate.tsx'), 'Activate'),
});

const optOut = createRoute({
  getParentRoute: () => root,
  path: 'opt-out',
  staticData: { title: 'optOut.pageTitle' },
  component: lazyRouteComponent(() => import('./registration/OptOut.tsx'), 'OptOut'),
});

const keepEmail = createRoute({
  getParentRoute: () => root,
  path: 'keep-email',
  staticData: { title: 'keepEmail.pageTitle' },
  component: lazyRouteComponent(() => import('./profile/KeepEmail.tsx'), 'KeepEmail'),
});

/** The sign-in screens are only for signed-out users (A 2.1). */
export function toDashboardWhenSignedIn(): void {
  if (currentSession()) redirect({ to: paths.dashboard, replace: true, throw: true });
}

/** Registration, recovery and activation are unavailable during maintenance; the sign-in screen says so. */
async function toLoginWhileClosed(): Promise<void> {
  if ((await fetchMaintenanceState()) !== 'closed') return;
  redirect({ to: paths.login, replace: true, state: { sessionEnd: 'closed' }, throw: true });
}

/** Under single sign-on, customers don't register, verify or set a password here (C-127). */
function toLoginUnderSingleSignOn(): void {
  if (usesSingleSignOn()) redirect({ to: paths.login, replace: true, throw: true });
}

/** Screens of links in emails. */
export const mailScreens = [optOut, keepEmail] as const;

/** Screens before a sign-in. */
export const homeScreens = [
  homeEmpty,
  login,
  register,
  verifyEmail,
  activate,
  singleSignOn,
  forcePasswordChange,
  recovery,
] as const;
