import { useState } from 'react';
import { declineBiometrics, enableBiometrics, type NativeBridge } from '#web/data/native-app.ts';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

type Stage = 'asking' | 'enabling' | 'failed';

interface BiometricDialogProps {
  readonly app: NativeBridge;
  readonly onClose: () => void;
}

export function BiometricDialog({ app, onClose }: BiometricDialogProps) {
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
