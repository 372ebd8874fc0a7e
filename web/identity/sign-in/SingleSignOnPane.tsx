import type { TextKey } from '#common/contract/all-texts.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';

interface SingleSignOnPaneProps {
  readonly busy: boolean;
  readonly refusal: TextKey | null;
  /** False without an address of the sign-on. */
  readonly canStart: boolean;
  readonly onStart: () => void;
}

/** Replaces the form under single sign-on, after a sign-out or with a message. */
export function SingleSignOnPane({ busy, refusal, canStart, onStart }: SingleSignOnPaneProps) {
  return (
    <>
      {refusal && (
        <Alert tone="bad">
          <Text of={refusal} />
        </Alert>
      )}
      {canStart && (
        <Button wide busy={busy} onClick={onStart}>
          <ControlName of={busy ? 'login.submitting' : 'singleSignOn.start'} />
        </Button>
      )}
    </>
  );
}
