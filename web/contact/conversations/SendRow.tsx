import type { ReactNode } from 'react';
import type { Failure } from '#web/data/use-action.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import { sendProblem } from './conversations-data.ts';

interface SendRowProps {
  readonly sending: { readonly busy: boolean; readonly failure: Failure | null };
  /** Before the button. */
  readonly children?: ReactNode;
}

/** The button that sends a message, and why it failed. */
export function SendRow({ sending: { busy, failure }, children }: SendRowProps) {
  return (
    <>
      {failure && (
        <FocusedAlert>
          <Text of={sendProblem(failure)} />
        </FocusedAlert>
      )}
      {children}
      <div>
        <Button type="submit" busy={busy}>
          <ControlName of="conversations.send" />
        </Button>
      </div>
    </>
  );
}
