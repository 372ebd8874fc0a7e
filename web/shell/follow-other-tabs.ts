import type { AnyRouter } from '@tanstack/react-router';
import { takeOver } from '#web/data/restore-session.ts';
import { takeReturnAddress } from '#web/data/return-address.ts';
import { currentSession, endSession } from '#web/data/session.ts';
import { joinTabs } from '#web/data/session-tabs.ts';
import { paths } from '#web/paths.ts';

/** There is one session in a browser: when another tab starts one, this tab goes on with it (C-106). */
export function followOtherTabs(router: AnyRouter): void {
  joinTabs((token) => void follow(router, token));
}

async function follow(router: AnyRouter, token: string): Promise<void> {
  const before = currentSession();
  // At once: what this tab shows may belong to another customer.
  endSession('ended', 'otherTab');
  // Without an answer the sign-in form stays, which the next navigation leads away from.
  const isSignedIn = await takeOver(token).catch(() => false);
  const session = currentSession();
  if (!isSignedIn || !session) return;
  // Somebody who registers or recovers a login in this tab may finish that.
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
