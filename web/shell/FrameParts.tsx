import { useEffect } from 'react';
import { signOut } from '#web/data/sign-out.ts';
import { useAction } from '#web/data/use-action.ts';
import { useLabel, useText } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { formatCountdown } from './idle-rules.ts';
import { keepFocus } from './keep-focus.ts';
import { PrintHead } from './PrintHead.tsx';

interface UnsavedChangesDialogProps {
  readonly onNo: () => void;
  readonly onYes: () => void;
}

export function UnsavedChangesDialog({ onNo, onYes }: UnsavedChangesDialogProps) {
  return (
    <QuestionDialog
      width={350}
      title="unsavedDialog.title"
      no="unsavedDialog.no"
      yes="unsavedDialog.yes"
      onNo={onNo}
      onYes={onYes}
    >
      <p>
        <Text of="unsavedDialog.question" />
      </p>
    </QuestionDialog>
  );
}

export function LogoutDialog({ onCancel }: { readonly onCancel: () => void }) {
  const { busy, run } = useAction(() => signOut('signedOut').then(() => ({ kind: 'answer', body: undefined })));
  return (
    <QuestionDialog
      width={500}
      title="logoutDialog.title"
      no="logoutDialog.cancel"
      yes="logoutDialog.logout"
      busy={busy}
      onNo={onCancel}
      onYes={() => void run()}
    />
  );
}

/** Seconds that are announced; all of them would be too many. */
const spokenSeconds = [120, 60, 30, 10];

interface SessionExpiryDialogProps {
  readonly secondsLeft: number;
  readonly onResume: () => void;
}

/** Asks before the session ends (A 2.4). */
export function SessionExpiryDialog({ secondsLeft, onResume }: SessionExpiryDialogProps) {
  const title = useLabel('sessionDialog.title');
  const spoken = spokenSeconds.findLast((seconds) => seconds >= secondsLeft) ?? 0;
  const spokenText = useText('sessionDialog.countdown', { time: formatCountdown(spoken) });
  return (
    <Dialog
      width={350}
      urgent
      title={title.label}
      titleHidden={title.labelHidden}
      onClose={onResume}
      actions={
        <Button onClick={onResume}>
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

/** Shows the head of printed pages, and keeps the keyboard's place. */
export function LateFrame() {
  useEffect(() => keepFocus(), []);
  return <PrintHead />;
}
