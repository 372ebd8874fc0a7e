import { useLabel, useText } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { formatCountdown } from './idle-rules.ts';
import { useIdleWatch } from './use-idle-watch.ts';

/** Seconds that are announced; all of them would be too many. */
const spokenSeconds = [120, 60, 30, 10];

/** Watches for inactivity and asks before the session ends (A 2.4). */
export function SessionExpiryDialog() {
  const { secondsLeft, resume } = useIdleWatch();
  const title = useLabel('sessionDialog.title');
  const spoken = spokenSeconds.findLast((seconds) => seconds >= (secondsLeft ?? 0)) ?? 0;
  const spokenText = useText('sessionDialog.countdown', { time: formatCountdown(spoken) });
  if (secondsLeft === null) return null;
  return (
    <Dialog
      width={350}
      urgent
      title={title.label}
      titleHidden={title.labelHidden}
      onClose={resume}
      actions={
        <Button onClick={resume}>
          <ControlName of="sessionDialog.resume" />
        </Button>
      }
    >
      <p aria-hidden="true">
        <Text of="sessionDialog.countdown" with={{ time: <b>{formatCountdown(secondsLeft)}</b> }} />
      </p>
      <VisuallyHidden>
        <span aria-live="assertive">{spokenText}</span>
      </VisuallyHidden>
    </Dialog>
  );
}
