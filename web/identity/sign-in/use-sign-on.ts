import { useState } from 'react';
import { useOption } from '#web/institution/settings.ts';
import { leaveForSignOn, type SignOnReason } from '#web/data/single-sign-on.ts';

/** The institution's own sign-on, which stands in for the form while it is in use (A 2.5). */
export function useSignOn() {
  const isInUse = useOption('loginOptions.useSingleSignOnOption');
  const hasAddress = useOption('loginOptions.singleSignOnUrl') !== '';
  const [isLeaving, setLeaving] = useState(false);

  return {
    isInUse,
    /** Nobody can be sent there, so that nobody comes in: passwords are for the sign-on to judge. */
    lacksAddress: isInUse && !hasAddress,
    isLeaving,
    async leave(reason: SignOnReason): Promise<void> {
      setLeaving(true);
      setLeaving(await leaveForSignOn(reason));
    },
  };
}
