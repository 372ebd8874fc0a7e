import { useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { CallResult, Refused, Unreachable } from '#web/data/client.ts';
import type { OverReason } from './use-follow-up.ts';

/** The session of the sign-in is gone: there is nothing to go on with. */
function isExpired(failure: Refused | Unreachable): boolean {
  return failure.kind === 'refused' && failure.status === 401;
}

interface StepCall {
  readonly busy: boolean;
  /** Why the last try was not accepted. */
  readonly problem: TextKey | null;
  readonly setProblem: (problem: TextKey | null) => void;
  /**
   * One try at a time; its answer goes to `onAnswer`, which settles when the screen has gone on.
   * A refusal becomes a message, or ends the sign-in when the session is gone.
   */
  readonly attempt: <Body>(
    work: Promise<CallResult<Body>>,
    onAnswer: (body: Body) => void | Promise<void>,
    messageOf: (failure: Refused | Unreachable) => TextKey | null,
  ) => Promise<void>;
}

/** The call of a step: busy while it runs, and what to say when it fails. */
export function useStepCall(onOver: (reason: OverReason) => void): StepCall {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<TextKey | null>(null);

  const attempt: StepCall['attempt'] = async (work, onAnswer, messageOf) => {
    setBusy(true);
    setProblem(null);
    const result = await work;
    if (result.kind === 'answer') await onAnswer(result.body);
    else if (isExpired(result)) onOver('login.sessionExpired');
    else setProblem(messageOf(result));
    setBusy(false);
  };
  return { busy, problem, setProblem, attempt };
}
