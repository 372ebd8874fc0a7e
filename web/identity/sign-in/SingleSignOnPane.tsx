import { ControlName } from '#web/kit/ControlName.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { LoginMessage } from './login-message.ts';
import { SignInRefusal } from './SignInRefusal.tsx';

interface SingleSignOnPaneProps {
  readonly busy: boolean;
  readonly refusal: LoginMessage | null;
  /** False without an address of the sign-on. */
  readonly canStart: boolean;
  readonly onStart: () => void;
}

/** Replaces the form under single sign-on, after a sign-out or with a message. */
export function SingleSignOnPane({ busy, refusal, canStart, onStart }: SingleSignOnPaneProps) {
  return (
    <>
      <SignInRefusal of={refusal} />
      {canStart && (
        <Button wide busy={busy} onClick={onStart}>
          <ControlName of={busy ? 'login.submitting' : 'singleSignOn.start'} />
        </Button>
      )}
    </>
  );
}
