import { useEffect, useState } from 'react';
import { isMobileApp } from '#web/data/device.ts';
import type { NativeBridge } from '#web/data/native-app.ts';
import { isRestoredSession } from '#web/data/session.ts';
import { lazily } from '#web/kit/lazily.tsx';

const BiometricDialog = lazily(async () => (await import('./BiometricDialog.tsx')).BiometricDialog);

/** Offers fingerprint or face for the next sign-in, right after a sign-in in the mobile app (A 4). */
export function BiometricOffer() {
  const [app, setApp] = useState<NativeBridge | null>(null);

  useEffect(() => {
    if (isRestoredSession() || !isMobileApp()) return undefined;
    let isHere = true;
    async function lookForApp() {
      const { findNativeApp, SET_UP_WAIT_MS, shouldOfferBiometrics } = await import('#web/data/native-app.ts');
      await new Promise((resolve) => setTimeout(resolve, SET_UP_WAIT_MS));
      const found = isHere ? findNativeApp() : null;
      if (found && (await shouldOfferBiometrics(found)) && isHere) setApp(found);
    }
    // Without its code, the offer waits for the next sign-in.
    lookForApp().catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, []);

  return app && <BiometricDialog app={app} onClose={() => setApp(null)} />;
}
