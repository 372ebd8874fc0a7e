import type { RecoveryErrorCode } from '#common/identity/recovery.api.ts';
import { problemText, type ProblemTexts } from '#web/data/problem-text.ts';
import type { Failure } from '#web/data/use-action.ts';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Text } from '#web/kit/Text.tsx';

/** Error catalog of the recovery (A 8). */
export const recoveryTexts: ProblemTexts<RecoveryErrorCode> = {
  codes: {
    BadQuestion: 'recoveryError.BadQuestion',
    Invalid: 'recoveryError.Invalid',
    RecoveryFailed: 'recoveryError.RecoveryFailed',
    RecoveryMaxAttempts: 'recoveryError.RecoveryMaxAttempts',
  },
  other: 'recoveryError.Invalid',
  failed: 'recoveryError.Invalid',
  serverError: 'recoveryError.Error500',
};

/** Why the last attempt failed; the step stays open. */
export function RecoveryRefusal({ failure }: { readonly failure: Failure | null }) {
  if (!failure) return null;
  const refusal = problemText(failure, recoveryTexts);
  return (
    <FocusedAlert key={refusal}>
      <Text of={refusal} />
    </FocusedAlert>
  );
}
