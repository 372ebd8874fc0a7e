import type { AnyRouter } from '@tanstack/react-router';
import { takeOver } from '#web/data/restore-session.ts';
import { takeReturnAddress } from '#web/data/return-address.ts';
import { currentSession, endSession } from '#web/data/session.ts';
import { joinTabs } from '#web/data/session-tabs.ts';
import { paths } from '#web/paths.ts';

/** Keeps one session per browser: when another tab starts one, this tab takes it over (C-106). */
export function followOtherTabs(router: AnyRouter): void {
  joinTabs((token) => void follow(router, token));
}

async function follow(router: AnyRouter, token: string): Promise<void> {
  const before = currentSession();
  // At once, because this tab may show another customer's data.
  endSession('ended', 'otherTab');
  // If it fails, the sign-in form stays until the next navigation.
  const isSignedIn = await takeOver(token).catch(() => false);
  const session = currentSession();
  if (!isSignedIn || !session) return;
  // Don't interrupt a registration or recovery in this tab.
  if (!before && router.state.location.pathname !== paths.login) return;
  const isOther = before !== null && before.customerId !== session.customerId;
  await router.navigate({
    to: paths.dashboard,
    ...takeReturnAddress(session),
    replace: true,
    ignoreBlocker: true,
    state: { otherCustomer: isOther },
  });
}
