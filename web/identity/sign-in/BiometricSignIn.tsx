import { useEffect, useEffectEvent, useState } from 'react';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import {
  findNativeApp,
  maySignInByBiometrics,
  type NativeBridge,
  SET_UP_WAIT_MS,
  signInByBiometrics,
} from '#web/data/native-app.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';

export interface BiometricSignInProps {
  /** Asks for fingerprint or face without a click, for example right after the app opens. */
  readonly atOnce: boolean;
  readonly onSignedIn: (response: LoginResponse) => void;
}

/** In the mobile app, if enabled: signs in with the device's token (A 2.5, A 4). */
export function BiometricSignIn({ atOnce, onSignedIn }: BiometricSignInProps) {
  const [app, setApp] = useState<NativeBridge | null>(null);
  const [stage, setStage] = useState<'ready' | 'busy' | 'failed'>('ready');

  async function signIn(through: NativeBridge) {
    setStage('busy');
    const outcome = await signInByBiometrics(through);
    if (outcome.kind === 'signedIn') onSignedIn(outcome.response);
    else setStage(outcome.kind === 'failed' ? 'failed' : 'ready');
  }

  const lookForApp = useEffectEvent(async () => {
    const found = findNativeApp();
    if (!found || !(await maySignInByBiometrics(found))) return;
    setApp(found);
    if (atOnce) await signIn(found);
  });
  useEffect(() => {
    const timer = setTimeout(() => void lookForApp(), SET_UP_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);

  if (!app) return null;
  if (stage === 'failed') {
    return (
      <Alert tone="warn">
        <Text of="biometrics.failed" />
      </Alert>
    );
  }
  return (
    <Button look="quiet" wide busy={stage === 'busy'} onClick={() => void signIn(app)}>
      <ControlName of={stage === 'busy' ? 'biometrics.signingIn' : 'biometrics.signIn'} />
    </Button>
  );
}
