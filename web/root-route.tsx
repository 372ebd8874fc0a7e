import { createRootRoute, redirect } from '@tanstack/react-router';
import type { TextKey } from '#common/contract/all-texts.ts';
import { currentSession, maySessionExist, type SessionEnd } from './data/session.ts';
import { restoreSession } from './data/restore-session.ts';
import { rememberAddress as keepReturnAddress } from './data/return-address.ts';
import { ErrorView } from './kit/ErrorView.tsx';
import { paths } from './paths.ts';
import type { ProposedPayment } from './payments/proposed-payment.ts';
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
    /** The next screen says that the email address was verified. */
    readonly emailVerified?: boolean;
    /** The dashboard says that another customer has signed in in another tab. */
    readonly otherCustomer?: boolean;
    /** The payment flow opens with this. */
    readonly proposedPayment?: ProposedPayment;
  }
}

/** The frame of every screen. */
export const root = createRootRoute({
  // From before a reload, or from another tab (C-106).
  beforeLoad: async ({ location }) => {
    if (currentSession() || !maySessionExist()) return;
    if ((await restoreSession()) !== 'ended' || !location.pathname.startsWith(paths.myAccount)) return;
    rememberAddress(location, null);
    redirect({ to: paths.login, replace: true, state: { sessionEnd: 'ended' }, throw: true });
  },
  component: RootLayout,
  notFoundComponent: ToHome,
  errorComponent: ErrorView,
});

/** For the next sign-in. */
export function rememberAddress(
  { pathname, search }: { readonly pathname: string; readonly search: Readonly<Record<string, string>> },
  ended: Session | 'signedOut' | null,
): void {
  keepReturnAddress({ to: pathname, search }, ended);
}
