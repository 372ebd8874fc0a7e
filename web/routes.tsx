import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { TextKey } from '#common/contract/all-texts.ts';
import { currentSession, maySessionExist, onSessionEnd, type SessionEnd } from './data/session.ts';
import { onActivityBegun } from './data/shared-activity.ts';
import { isHandedOver } from './identity/sign-in/handed-over-login.ts';
import { askForMaintenance } from './institution/maintenance.ts';
import { keepSingleSignOnToken, usesSingleSignOn } from './data/single-sign-on.ts';
import { ErrorView } from './kit/ErrorView.tsx';
import { paths } from './paths.ts';
import { DashboardLoading } from './accounts/DashboardLoading.tsx';
import type { ProposedPayment } from './payments/proposed-payment.ts';
import { PaymentLoading } from './payments/PaymentLoading.tsx';
import { linkToken } from '#web/kit/link-token.ts';
import { SignInScreen } from './identity/sign-in/SignInScreen.tsx';
import { createNumberedHistory } from './shell/numbered-history.ts';
import { PublicArea } from './shell/PublicArea.tsx';
import { RootLayout, ToHome } from './shell/RootLayout.tsx';
import type { Session } from './data/session.wire.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's title; required for every screen (A 2.1). */
    readonly title?: TextKey;
  }
  interface HistoryState {
    /** Why the customer is back at the sign-in screen (A 2.5). */
    readonly sessionEnd?: SessionEnd;
    /** Only the address changes: focus and announcement stay. */
    readonly staysOnScreen?: boolean;
    /** Another view of the same screen, which needs no new data. */
    readonly changesView?: boolean;
    /** The dashboard says that an account could not be shown (M 2). */
    readonly viewError?: boolean;
    /** The dashboard says that the address is unknown. */
    readonly unknownAddress?: boolean;
    /** The next screen says that the e-mail address was verified. */
    readonly emailVerified?: boolean;
    /** The dashboard says that another customer has signed in in another tab. */
    readonly otherCustomer?: boolean;
    /** The payment flow opens with this. */
    readonly proposedPayment?: ProposedPayment;
  }
}

const root = createRootRoute({
  // From before a reload, or from another tab (C-106).
  beforeLoad: async ({ location }) => {
    if (currentSession() || !maySessionExist()) return;
    const { restoreSession } = await import('./data/restore-session.ts');
    if ((await restoreSession()) !== 'ended' || !location.pathname.startsWith(paths.myAccount)) return;
    await rememberAddress(location, null);
    redirect({ to: paths.login, replace: true, state: { sessionEnd: 'ended' }, throw: true });
  },
  component: RootLayout,
  notFoundComponent: ToHome,
  errorComponent: ErrorView,
});

const empty = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    toDashboardWhenSignedIn();
    redirect({ to: paths.home, replace: true, throw: true });
  },
});

const home = createRoute({ getParentRoute: () => root, path: 'home', component: PublicArea });

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
function toDashboardWhenSignedIn(): void {
  if (currentSession()) redirect({ to: paths.dashboard, replace: true, throw: true });
}

/** Registration, recovery and activation are unavailable during maintenance; the sign-in screen says so. */
async function toLoginWhileClosed(): Promise<void> {
  if ((await askForMaintenance()) !== 'closed') return;
  redirect({ to: paths.login, replace: true, state: { sessionEnd: 'closed' }, throw: true });
}

/** Under single sign-on, customers don't register, verify or set a password here (C-127). */
function toLoginUnderSingleSignOn(): void {
  if (usesSingleSignOn()) redirect({ to: paths.login, replace: true, throw: true });
}

const myAccount = createRoute({
  getParentRoute: () => root,
  path: 'myaccount',
  // For navigation only: the server checks every call (A 6).
  beforeLoad: async ({ location }) => {
    if (currentSession()) return;
    await rememberAddress(location, null);
    redirect({ to: paths.home, replace: true, throw: true });
  },
  component: lazyRouteComponent(() => import('./shell/AccountLayout.tsx'), 'AccountLayout'),
});

const myAccountEmpty = createRoute({
  getParentRoute: () => myAccount,
  path: '/',
  beforeLoad: () => redirect({ to: paths.dashboard, replace: true, throw: true }),
});

const dashboard = createRoute({
  getParentRoute: () => myAccount,
  path: 'dashboard',
  staticData: { title: 'dashboard.pageTitle' },
  loader: async ({ cause, location }) => {
    if (cause === 'stay' && location.state.changesView === true) return;
    const { preloadPlannedPayments } = await import('./payments/all-planned-payments.ts');
    await Promise.all([loadAccounts(), preloadPlannedPayments()]);
  },
  component: lazyRouteComponent(() => import('./accounts/Dashboard.tsx'), 'Dashboard'),
  pendingComponent: DashboardLoading,
});

const loanDetails = createRoute({
  getParentRoute: () => myAccount,
  path: 'loanDetails/{-$accountNumber}',
  staticData: { title: 'loanDetails.pageTitle' },
  loader: async ({ params, cause, location }) => {
    if (cause === 'stay' && location.state.changesView === true) return;
    const { preloadLoanDetails } = await import('./accounts/loan-details/loan-data.ts');
    if (params.accountNumber !== undefined && (await preloadLoanDetails(params.accountNumber))) return;
    // A session that just ended has its own redirect.
    if (currentSession()) redirect({ to: paths.dashboard, replace: true, state: { viewError: true }, throw: true });
  },
  component: lazyRouteComponent(() => import('./accounts/loan-details/LoanDetails.tsx'), 'LoanDetails'),
});

const deposits = createRoute({ getParentRoute: () => myAccount, path: 'deposits' });

/** The deposits are listed on the dashboard. */
const depositsEmpty = createRoute({
  getParentRoute: () => deposits,
  path: '/',
  beforeLoad: () => redirect({ to: paths.dashboard, replace: true, throw: true }),
});

const depositDetails = createRoute({
  getParentRoute: () => deposits,
  path: 'depositDetails/$accountNumber',
  staticData: { title: 'depositDetails.pageTitle' },
  component: lazyRouteComponent(() => import('./accounts/deposits/DepositDetails.tsx'), 'DepositDetails'),
});

const applicationDetails = createRoute({
  getParentRoute: () => myAccount,
  path: 'applicationdetails/$applicationNumber',
  staticData: { title: 'applicationDetails.pageTitle' },
  component: lazyRouteComponent(() => import('./accounts/applications/ApplicationDetails.tsx'), 'ApplicationDetails'),
});

const loginHistory = createRoute({
  getParentRoute: () => myAccount,
  path: 'loginHistory',
  staticData: { title: 'loginHistory.pageTitle' },
  component: lazyRouteComponent(() => import('./accounts/LoginHistory.tsx'), 'LoginHistory'),
});

const profile = createRoute({
  getParentRoute: () => myAccount,
  path: 'profile',
  staticData: { title: 'profile.pageTitle' },
  loader: async () => {
    const { preloadProfileScreen } = await import('./profile/preload-profile.ts');
    await preloadProfileScreen();
  },
  component: lazyRouteComponent(() => import('./profile/Profile.tsx'), 'Profile'),
});

const documents = createRoute({
  getParentRoute: () => myAccount,
  path: 'documents',
  staticData: { title: 'achDocuments.pageTitle' },
  component: lazyRouteComponent(() => import('./documents/AchDocuments.tsx'), 'AchDocuments'),
});

const documentCenter = createRoute({
  getParentRoute: () => myAccount,
  path: 'document-center',
  staticData: { title: 'documentCenter.pageTitle' },
  loader: loadAccountsAndProfile,
  component: lazyRouteComponent(() => import('./documents/DocumentCenter.tsx'), 'DocumentCenter'),
});

const requestChange = createRoute({
  getParentRoute: () => myAccount,
  path: 'requestChange',
  staticData: { title: 'requestChange.pageTitle' },
  loader: loadAccounts,
  component: lazyRouteComponent(() => import('./profile/request-change/RequestChange.tsx'), 'RequestChange'),
});

const conversations = createRoute({
  getParentRoute: () => myAccount,
  path: 'conversations/{-$shown}',
  staticData: { title: 'conversations.pageTitle' },
  component: lazyRouteComponent(() => import('./contact/conversations/Conversations.tsx'), 'Conversations'),
});

const payment = createRoute({
  getParentRoute: () => myAccount,
  path: 'payment/{-$accountNumber}',
  staticData: { title: 'payment.pageTitle' },
  loader: async ({ params, location }) => {
    if (location.state.staysOnScreen) return;
    const { preloadPayment } = await import('./payments/preload-payment.ts');
    await preloadPayment(params.accountNumber, location.state.proposedPayment);
  },
  component: lazyRouteComponent(() => import('./payments/MakePayment.tsx'), 'MakePayment'),
  pendingComponent: PaymentLoading,
});

const paymentConfirm = createRoute({
  getParentRoute: () => myAccount,
  path: 'paymentConfirm',
  staticData: { title: 'confirm.pageTitle' },
  component: lazyRouteComponent(() => import('./payments/confirmation/PaymentConfirm.tsx'), 'PaymentConfirm'),
});

const receipt = createRoute({
  getParentRoute: () => myAccount,
  path: 'receipt/$referenceNumber',
  staticData: { title: 'receipt.pageTitle' },
  component: lazyRouteComponent(() => import('./payments/receipt/ReceiptScreen.tsx'), 'ReceiptScreen'),
});

const publicHelp = helpScreens(home);
const accountHelp = helpScreens(myAccount);

/** Screens for visitors and customers (A 2.1). */
function helpScreens(parent: typeof home | typeof myAccount) {
  const common = {
    getParentRoute: () => parent,
    // Signed-in customers stay in the account area, with its inactivity watch.
    beforeLoad: ({ location: { pathname, search } }: { location: { pathname: string; search: object } }) => {
      const [, area, screen] = pathname.split('/');
      if (area === 'home' && currentSession())
        redirect({ to: `/myaccount/${screen}`, search, replace: true, throw: true });
    },
    // Loads accounts and profile before the screen opens (M 7).
    loader: () => (currentSession() ? loadAccountsAndProfile() : undefined),
  };
  return [
    createRoute({
      ...common,
      path: 'messages',
      staticData: { title: 'contact.pageTitle' },
      component: lazyRouteComponent(() => import('./contact/Messages.tsx'), 'Messages'),
    }),
    createRoute({
      ...common,
      path: 'faq',
      staticData: { title: 'faq.pageTitle' },
      component: lazyRouteComponent(() => import('./contact/faq/Faq.tsx'), 'Faq'),
    }),
    createRoute({
      ...common,
      path: 'locations',
      staticData: { title: 'locator.pageTitle' },
      component: lazyRouteComponent(() => import('./contact/locator/Locator.tsx'), 'Locator'),
    }),
  ] as const;
}

async function loadAccountsAndProfile(): Promise<void> {
  const { preloadProfile } = await import('./profile/profile-data.ts');
  await Promise.all([loadAccounts(), preloadProfile()]);
}

async function loadAccounts(): Promise<void> {
  const { preloadAccounts } = await import('./data/queries.ts');
  await preloadAccounts();
}

/** Every screen of the portal, with title, guard and preloaded data. */
export const router = createRouter({
  routeTree: root.addChildren([
    empty,
    optOut,
    keepEmail,
    home.addChildren([
      ...publicHelp,
      homeEmpty,
      login,
      register,
      verifyEmail,
      activate,
      singleSignOn,
      forcePasswordChange,
      recovery,
    ]),
    myAccount.addChildren([
      ...accountHelp,
      myAccountEmpty,
      dashboard,
      loanDetails,
      deposits.addChildren([depositsEmpty, depositDetails]),
      applicationDetails,
      loginHistory,
      documents,
      documentCenter,
      profile,
      requestChange,
      conversations,
      payment,
      paymentConfirm,
      receipt,
    ]),
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

// Registered at once, since the first call after a reload may already be refused.
onSessionEnd(({ reason, session }) => {
  void rememberAddress(router.state.location, reason === 'signedOut' ? 'signedOut' : session);
  void router.navigate({ to: paths.login, state: { sessionEnd: reason }, replace: true, ignoreBlocker: true });
});

// Leaves the sign-in screen after a sign-in in another tab; other screens may be in use.
onActivityBegun(() => {
  if (!currentSession() && router.state.location.pathname === paths.login) void router.invalidate();
});

/** For the next sign-in. Loaded on demand to keep the sign-in page small. */
async function rememberAddress(
  { pathname, search }: { readonly pathname: string; readonly search: Readonly<Record<string, string>> },
  ended: Session | 'signedOut' | null,
): Promise<void> {
  try {
    const { rememberAddress: remember } = await import('./data/return-address.ts');
    remember({ to: pathname, search }, ended);
  } catch {
    // The server is unavailable; fall back to the dashboard.
  }
}
