import { maxLoginNameLength } from '#common/identity/rules/credential-mode.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import {
  useCredentialMode,
  useLoginNamePolicy,
  usePasswordPolicy,
} from '#web/identity/new-password/credential-rules.ts';
import { useOptions } from '#web/institution/settings.ts';
import { userInfoTexts } from './save-codes.ts';

/** The texts of a failed save of User Information, with the institution's lengths to fill in. */
export function useProfileProblem() {
  const option = useOptions();
  const mode = useCredentialMode();
  const { minimumLength } = usePasswordPolicy();
  const loginName = useLoginNamePolicy();
  const fills: Readonly<Partial<Record<TextKey, string>>> = {
    'profileError.PasswordTooShort': String(minimumLength),
    'profileError.LogonTooShort': String(loginName.minimumLength),
    'profileError.LogonNameLength': String(maxLoginNameLength(mode)),
  };
  return { texts: userInfoTexts(option), fills };
}
