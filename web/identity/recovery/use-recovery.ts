import { useState } from 'react';
import { digitsOf, type RecoveryEntry, type RecoveryFields } from '#common/identity/rules/validate-recovery.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { call, type CallResult } from '#web/data/client.ts';
import { useOption } from '#web/institution/settings.ts';
import { recoveryRefusal } from './recovery-refusal.ts';
import { useRecoveryFields } from './use-recovery-fields.ts';

/** Where a recovery stands: who, then the answer or the go-ahead, then the good news (A 2.10). */
export type RecoveryState =
  | { readonly step: 'identity' }
  | { readonly step: 'answer'; readonly identity: Identity; readonly logonName: string; readonly question: string }
  | { readonly step: 'success' };

type Identity = ReturnType<typeof identityOf>;

export interface Recovery {
  readonly state: RecoveryState;
  readonly busy: boolean;
  /** Why the last attempt failed; the step stays as it is. */
  readonly refusal: TextKey | null;
  readonly identify: (entry: RecoveryEntry) => Promise<void>;
  /** @param answer nothing where the institution asks no question */
  readonly finish: (answer: string | null) => Promise<void>;
  readonly startOver: () => void;
}

export function useRecovery(): Recovery {
  const fields = useRecoveryFields();
  const credentialExpiration = useOption('recoveryOptions.credentialExpiration');
  const [state, setState] = useState<RecoveryState>({ step: 'identity' });
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<TextKey | null>(null);

  async function attempt<Body>(work: Promise<CallResult<Body>>, onAnswer: (body: Body) => RecoveryState) {
    setBusy(true);
    setRefusal(null);
    const result = await work;
    setBusy(false);
    if (result.kind === 'answer') setState(onAnswer(result.body));
    else setRefusal(recoveryRefusal(result));
  }

  async function identify(entry: RecoveryEntry) {
    const identity = identityOf(entry, fields);
    await attempt(call('POST /api/Recovery/GetSecretQuestion', { body: identity }), ({ Credentials }) => ({
      step: 'answer',
      identity,
      logonName: Credentials.LogonName,
      question: Credentials.SecretQuestion,
    }));
  }

  async function finish(answer: string | null) {
    if (state.step !== 'answer') return;
    const { identity, logonName: LogonName, question: SecretQuestion } = state;
    const said = { LogonName, CredentialExpiration: credentialExpiration };
    if (answer === null) {
      const { DateOfBirth: _unused, ...rest } = identity;
      await attempt(call('POST /api/Recovery/GenerateNewPassword', { body: { ...rest, ...said } }), () => success);
    } else {
      const body = { ...identity, ...said, SecretQuestion, SecretAnswer: answer };
      await attempt(call('POST /api/Recovery/AnswerSecretQuestion', { body }), () => success);
    }
  }

  function startOver() {
    setRefusal(null);
    setState({ step: 'identity' });
  }
  return { state, busy, refusal, identify, finish, startOver };
}

const success: RecoveryState = { step: 'success' };

/** A hidden field is not sent (A 5). */
function identityOf(entry: RecoveryEntry, fields: RecoveryFields) {
  return {
    ...(fields.emailAddress ? { EmailAddress: entry.emailAddress.trim() } : {}),
    ...(fields.dateOfBirth ? { DateOfBirth: entry.dateOfBirth } : {}),
    ...(fields.zipCode ? { ZipCode: digitsOf(entry.zipCode, 5) } : {}),
    ...(fields.branch ? { ServicingBranch: digitsOf(entry.branch, 4) } : {}),
  };
}
