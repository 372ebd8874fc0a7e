import type { TextKey } from '#common/contract/all-texts.ts';
import { call } from '#web/data/client.ts';
import { signPasskeyChallenge, supportsPasskeys } from '#web/data/sign-passkey-challenge.ts';

/** Confirms the user with a passkey. Returns the text of the failure, or null. */
export async function confirmByPasskey(): Promise<TextKey | null> {
  if (!supportsPasskeys()) return 'confirmIdentity.passkeyUnsupported';
  const begun = await call('POST /api/Confirmation/BeginPasskey');
  if (begun.kind !== 'answer') return 'confirmPassword.failed';
  const signed = await signPasskeyChallenge(begun.body.Options);
  if (signed.kind === 'notDone') return 'confirmIdentity.passkeyNotDone';
  if (signed.kind === 'foreign') return 'confirmIdentity.passkeyWrong';
  const result = await call('POST /api/Confirmation/Passkey', { body: signed.assertion });
  if (result.kind === 'answer') return null;
  const isRefused = result.kind === 'refused' && result.status === 403;
  return isRefused ? 'confirmIdentity.passkeyWrong' : 'confirmPassword.failed';
}
