import { useState } from 'react';
import { useOption } from '#web/institution/settings.ts';
import type { SingleSignOnReason } from '../single-sign-on/single-sign-on-exchange.ts';

/** The institution's own sign-on, which stands in for the form while it is in use (A 2.5). */
export function useSingleSignOn() {
  const isInUse = useOption('loginOptions.useSingleSignOnOption');
  const hasAddress = useOption('loginOptions.singleSignOnUrl') !== '';
  const [isRedirecting, setRedirecting] = useState(false);

  return {
    isInUse,
    /** Nobody can be sent there, so that nobody comes in: passwords are for the sign-on to judge. */
    lacksAddress: isInUse && !hasAddress,
    isRedirecting,
    async redirect(reason: SingleSignOnReason): Promise<void> {
      setRedirecting(true);
      // Few institutions use it. Without a server the button comes back.
      const leaving = import('../single-sign-on/single-sign-on-exchange.ts').then(
        ({ redirectToSingleSignOn }) => redirectToSingleSignOn(reason),
        () => false,
      );
      setRedirecting(await leaving);
    },
  };
}
