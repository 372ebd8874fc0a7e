import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { preloadAccounts } from './data/queries.ts';
import { currentSession } from './data/session.ts';
import { paths } from './paths.ts';
import { home } from './public-routes.tsx';
import { DashboardLoading } from './accounts/DashboardLoading.tsx';
import { PaymentLoading } from './payments/PaymentLoading.tsx';
import { rememberAddress, root } from './root-route.tsx';

/** The area of signed-in customers. */
export const myAccount = createRoute({
  getParentRoute: () => root,
  path: 'myaccount',
  // For navigation only: the server checks every call (A 6).
  beforeLoad: ({ location }) => {
    if (currentSession()) return;
    rememberAddress(location, null);
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
    const notices = import('./accounts/Dashboard.tsx').then(({ preloadNotices }) => preloadNotices(location.state));
    await Promise.all([preloadAccounts(), preloadPlannedPayments(), notices]);
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
  loader: preloadAccounts,
  component: lazyRouteComponent(() => import('./profile/request-change/RequestChange.tsx'), 'RequestChange'),
});

const requests = createRoute({
  getParentRoute: () => myAccount,
  path: 'requests/{-$shown}/{-$accountNumber}',
  staticData: { title: 'requests.pageTitle' },
  component: lazyRouteComponent(() => import('./profile/forms/Forms.tsx'), 'Forms'),
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
    const { preloadPayment } = await import('./payments/MakePayment.tsx');
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

export const publicHelp = helpScreens(home);
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
  await Promise.all([preloadAccounts(), preloadProfile()]);
}

/** Screens after a sign-in. */
export const accountScreens = [
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
  requests,
  conversations,
  payment,
  paymentConfirm,
  receipt,
] as const;
