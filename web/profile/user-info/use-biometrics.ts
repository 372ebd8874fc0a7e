import { useEffect, useState } from 'react';
import {
  disableBiometrics,
  enableBiometrics,
  findNativeApp,
  maySignInByBiometrics,
  type NativeBridge,
  SET_UP_WAIT_MS,
} from '#web/data/native-app.ts';

export interface Biometrics {
  /** The institution offers it, and the page runs in the app on a device with biometrics. */
  readonly offered: boolean;
  readonly wanted: boolean;
  readonly changed: boolean;
  readonly want: (on: boolean) => void;
  readonly reset: () => void;
  /** Turning it on requires the password. */
  readonly turnsOn: boolean;
  /** Applies the choice. Returns whether it worked or was unnecessary. */
  readonly apply: (password: string) => Promise<boolean>;
  /** Called when the server no longer accepts this device's token, for example after a new password. */
  readonly forget: () => Promise<void>;
}

/** The switch for fingerprint or face in the mobile app (M 4). */
export function useBiometrics(): Biometrics {
  const [app, setApp] = useState<NativeBridge | null>(null);
  const [enabled, setEnabled] = useState(false);
  const [wanted, setWanted] = useState(false);

  useEffect(() => {
    let isHere = true;
    async function lookForApp() {
      const found = findNativeApp();
      if (!found || !(await found.biometricsAvailable())) return;
      const on = await maySignInByBiometrics(found);
      if (!isHere) return;
      setApp(found);
      setEnabled(on);
      setWanted(on);
    }
    const timer = setTimeout(() => void lookForApp(), SET_UP_WAIT_MS);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, []);

  function settle(on: boolean) {
    setEnabled(on);
    setWanted(on);
  }
  return {
    offered: app !== null,
    wanted,
    changed: wanted !== enabled,
    turnsOn: wanted && !enabled,
    want: setWanted,
    reset: () => setWanted(enabled),
    async apply(password) {
      if (!app || wanted === enabled) return true;
      const done = await (wanted ? enableBiometrics(app, password) : disableBiometrics(app)).catch(() => false);
      if (done) settle(wanted);
      return done;
    },
    async forget() {
      await app?.removeToken();
      settle(false);
    },
  };
}
