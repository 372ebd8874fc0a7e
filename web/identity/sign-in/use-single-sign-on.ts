import { useState } from 'react';
import { useOption } from '#web/institution/settings.ts';
import type { SingleSignOnReason } from '../single-sign-on/single-sign-on-exchange.ts';

/** The institution's own sign-on, which replaces the form while in use (A 2.5). */
export function useSingleSignOn() {
  const isInUse = useOption('loginOptions.useSingleSignOnOption');
  const hasAddress = useOption('loginOptions.singleSignOnUrl') !== '';
  const [isRedirecting, setRedirecting] = useState(false);

  return {
    isInUse,
    /** The sign-on has no address, and passwords aren't accepted here, so sign-in is impossible. */
    lacksAddress: isInUse && !hasAddress,
    isRedirecting,
    async redirect(reason: SingleSignOnReason): Promise<void> {
      setRedirecting(true);
      // Loaded on demand; if it fails, the button comes back.
      const leaving = import('../single-sign-on/single-sign-on-exchange.ts').then(
        ({ redirectToSingleSignOn }) => redirectToSingleSignOn(reason),
        () => false,
      );
      setRedirecting(await leaving);
    },
  };
}
