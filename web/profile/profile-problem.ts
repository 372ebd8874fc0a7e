import { longestLogon } from '#common/identity/rules/credential-mode.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useCredentialMode, useLogonPolicy, usePasswordPolicy } from '#web/identity/new-password/credential-rules.ts';
import { useOptions, useTexts } from '#web/institution/settings.ts';
import { textKeysOf } from './save-codes.ts';

/** What is said of the codes of a save, with the institution's lengths filled in. */
export function useProfileProblem(): (codes: readonly string[]) => string[] {
  const text = useTexts();
  const option = useOptions();
  const mode = useCredentialMode();
  const { minimumLength } = usePasswordPolicy();
  const logon = useLogonPolicy();
  const fills: Readonly<Partial<Record<TextKey, string>>> = {
    'profileError.PasswordTooShort': String(minimumLength),
    'profileError.LogonTooShort': String(logon.minimumLength),
    'profileError.LogonNameLength': String(longestLogon(mode)),
  };
  return (codes) => textKeysOf(codes, option).map((key) => text(key, fills[key] ?? '') ?? '');
}
