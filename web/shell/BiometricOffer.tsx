import { useEffect, useState } from 'react';
import { findNativeApp, type NativeBridge, SET_UP_WAIT_MS, shouldOfferBiometrics } from '#web/data/native-app.ts';
import { isRestoredSession } from '#web/data/session.ts';
import { BiometricDialog } from './BiometricDialog.tsx';

/** Offers fingerprint or face for the next sign-in, right after a sign-in in the mobile app (A 4). */
export function BiometricOffer() {
  const [app, setApp] = useState<NativeBridge | null>(null);

  useEffect(() => {
    if (isRestoredSession()) return undefined;
    let isHere = true;
    async function lookForApp() {
      await new Promise((resolve) => setTimeout(resolve, SET_UP_WAIT_MS));
      const found = isHere ? findNativeApp() : null;
      if (found && (await shouldOfferBiometrics(found)) && isHere) setApp(found);
    }
    // An app that can't answer is offered nothing.
    lookForApp().catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, []);

  return app && <BiometricDialog app={app} onClose={() => setApp(null)} />;
}
