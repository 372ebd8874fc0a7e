import { useEffect, useState } from 'react';
import {
  declineBiometrics,
  enableBiometrics,
  findNativeApp,
  type NativeBridge,
  SET_UP_WAIT_MS,
  shouldOfferBiometrics,
} from '#web/data/native-app.ts';
import { isRestoredSession } from '#web/data/session.ts';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

type Stage = 'asking' | 'enabling' | 'failed';

/** Offers fingerprint or face for the next sign-in, right after a sign-in in the mobile app (A 4). */
export function BiometricOffer() {
  const [app, setApp] = useState<NativeBridge | null>(null);

  useEffect(() => {
    if (isRestoredSession()) return undefined;
    let isHere = true;
    async function lookForApp() {
      const found = findNativeApp();
      if (found && (await shouldOfferBiometrics(found)) && isHere) setApp(found);
    }
    const timer = setTimeout(() => void lookForApp(), SET_UP_WAIT_MS);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, []);

  return app && <OfferDialog app={app} onClose={() => setApp(null)} />;
}

function OfferDialog({ app, onClose }: { readonly app: NativeBridge; readonly onClose: () => void }) {
  const [stage, setStage] = useState<Stage>('asking');
  const title = useLabel('biometrics.offerTitle');

  async function enable() {
    setStage('enabling');
    if (await enableBiometrics(app)) onClose();
    else setStage('failed');
  }
  function decline() {
    declineBiometrics();
    onClose();
  }
  return (
    <Dialog
      width={400}
      title={title.label}
      titleHidden={title.labelHidden}
      onClose={onClose}
      actions={
        stage === 'failed' ? (
          <Button onClick={onClose}>
            <ControlName of="biometrics.close" />
          </Button>
        ) : (
          <>
            <Button look="quiet" onClick={decline}>
              <ControlName of="biometrics.decline" />
            </Button>
            <Button busy={stage === 'enabling'} onClick={() => void enable()}>
              <ControlName of="biometrics.enable" />
            </Button>
          </>
        )
      }
    >
      <p role={stage === 'failed' ? 'alert' : undefined}>
        <Text of={stage === 'failed' ? 'biometrics.enableFailed' : 'biometrics.offer'} />
      </p>
    </Dialog>
  );
}
