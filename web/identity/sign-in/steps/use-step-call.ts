import type { TextKey } from '#common/contract/all-texts.ts';
import { type Action, type Failure, type Outcome, useAction } from '#web/data/use-action.ts';
import type { OverReason } from './use-follow-up.ts';

interface StepCallOptions<Body> {
  /** Resolves when the next screen shows. */
  readonly onAnswer: (body: Body) => unknown;
  readonly problemOf: (failure: Failure) => TextKey;
  readonly onOver: (reason: OverReason) => void;
  /** Returns why the sign-in is over, in addition to an expired session. */
  readonly overReasonOf?: (failure: Failure) => TextKey | undefined;
}

interface StepCall<Input> extends Action<Input> {
  readonly problem: TextKey | null;
}

/** The call of a step; ends the sign-in if the session has expired. */
export function useStepCall<Input = void, Body = unknown>(
  send: (input: Input) => Promise<Outcome<Body>>,
  { onAnswer, problemOf, onOver, overReasonOf }: StepCallOptions<Body>,
): StepCall<Input> {
  const reasonOf = (failure: Failure) =>
    failure.kind === 'refused' && failure.status === 401 ? 'login.sessionExpired' : overReasonOf?.(failure);
  const action = useAction(send, {
    onDone: onAnswer,
    onFailed(failure) {
      const reason = reasonOf(failure);
      if (reason) onOver({ text: reason });
    },
  });
  return { ...action, problem: action.failure && !reasonOf(action.failure) ? problemOf(action.failure) : null };
}
