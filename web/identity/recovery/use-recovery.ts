import { useState } from 'react';
import { digitsOf, type RecoveryEntry, type RecoveryFields } from '#common/identity/rules/validate-recovery.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { call } from '#web/data/client.ts';
import { problemText, type ProblemTexts } from '#web/data/problem-text.ts';
import { type Outcome, useAction } from '#web/data/use-action.ts';
import { useOption } from '#web/institution/settings.ts';
import { useRecoveryFields } from './use-recovery-fields.ts';
import type { RecoveryErrorCode } from '#common/identity/recovery.api.ts';

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

/** The steps of recovery: identity, answer or button, confirmation (A 2.10). */
export type RecoveryState =
  | { readonly step: 'identity' }
  | { readonly step: 'answer'; readonly identity: Identity; readonly loginName: string; readonly question: string }
  | { readonly step: 'success' };

type Identity = ReturnType<typeof identityOf>;

export interface Recovery {
  readonly state: RecoveryState;
  readonly busy: boolean;
  /** Why the last attempt failed; the step stays open. */
  readonly refusal: TextKey | null;
  readonly identify: (entry: RecoveryEntry) => Promise<void>;
  /** @param answer null if the institution asks no question */
  readonly finish: (answer: string | null) => Promise<void>;
  readonly startOver: () => void;
}

export function useRecovery(): Recovery {
  const fields = useRecoveryFields();
  const credentialExpiration = useOption('recoveryOptions.credentialExpiration');
  const [state, setState] = useState<RecoveryState>({ step: 'identity' });
  const identifying = useAction(
    (entry: RecoveryEntry) => call('POST /api/Recovery/GetSecretQuestion', { body: identityOf(entry, fields) }),
    {
      onDone: ({ Credentials: { LogonName: loginName, SecretQuestion: question } }, entry) =>
        setState({ step: 'answer', identity: identityOf(entry, fields), loginName, question }),
    },
  );
  const finishing = useAction(recover, { onDone: () => setState({ step: 'success' }) });
  const current = state.step === 'identity' ? identifying : finishing;

  async function recover(answer: string | null): Promise<Outcome<unknown>> {
    if (state.step !== 'answer') return { kind: 'stopped', text: recoveryTexts.failed };
    const { identity, loginName: LogonName, question: SecretQuestion } = state;
    const said = { LogonName, CredentialExpiration: credentialExpiration };
    if (answer === null) {
      const { DateOfBirth: _unused, ...rest } = identity;
      return call('POST /api/Recovery/GenerateNewPassword', { body: { ...rest, ...said } });
    }
    const body = { ...identity, ...said, SecretQuestion, SecretAnswer: answer };
    return call('POST /api/Recovery/AnswerSecretQuestion', { body });
  }

  function startOver() {
    finishing.clear();
    setState({ step: 'identity' });
  }
  return {
    state,
    busy: current.busy,
    refusal: current.failure && problemText(current.failure, recoveryTexts),
    identify: identifying.run,
    finish: finishing.run,
    startOver,
  };
}

/** Hidden fields are not sent (A 5). */
function identityOf(entry: RecoveryEntry, fields: RecoveryFields) {
  return {
    ...(fields.emailAddress ? { EmailAddress: entry.emailAddress.trim() } : {}),
    ...(fields.dateOfBirth ? { DateOfBirth: entry.dateOfBirth } : {}),
    ...(fields.zipCode ? { ZipCode: digitsOf(entry.zipCode, 5) } : {}),
    ...(fields.branch ? { ServicingBranch: digitsOf(entry.branch, 4) } : {}),
  };
}
