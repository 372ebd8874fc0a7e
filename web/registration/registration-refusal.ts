import type { TextKey } from '#common/contract/all-texts.ts';
import { loginNameRuleCodes } from '#common/identity/rules/login-name-rules.ts';
import { passwordRuleCodes } from '#common/identity/rules/password-errors.ts';
import type { Failure } from '#web/data/use-action.ts';

/** The wizard's reaction to a registration that was not simply accepted. */
export type RegistrationRefusal =
  | { readonly kind: 'closed' }
  /** The login exists but stays closed; nothing can be corrected. */
  | { readonly kind: 'restricted' }
  | { readonly kind: 'messages'; readonly texts: readonly TextKey[] };

/** The codes of A 8 with their own text. */
const known: ReadonlySet<string> = new Set([
  'InfoProblem',
  'LoginNameExists',
  'Failed',
  'Error',
  'SSNNull',
  'Invalid',
  'SSN',
  'DateOfBirth',
  'AccountNumberError',
  'MustAgreeToAllError',
  'AgreementRecordingError',
  'ChooseDifferentPassword',
  'PasswordSameAsSSN',
  'PasswordMatchesSSN',
  'PasswordSameAsLogin',
  'PasswordNeedsLetterNumber',
  'PasswordTooShort',
  ...passwordRuleCodes,
  'UserNameTooShort',
  'LogonNameLength',
  ...loginNameRuleCodes,
]);

/** They don't say what to correct, so the customer may have to call. */
const unspecific: ReadonlySet<TextKey> = new Set([
  'registerError.InfoProblem',
  'registerError.Failed',
  'registerError.Error',
  'registerError.SSNNull',
  'registerError.Invalid',
]);

/** Whether the texts leave open what to correct. */
export function isUnspecific(refusal: RegistrationRefusal): boolean {
  return refusal.kind === 'messages' && refusal.texts.some((text) => unspecific.has(text));
}

/** Error catalog of the registration (A 8); unexpected errors give the general text. */
export function registrationRefusal(result: Failure): RegistrationRefusal {
  const codes = result.kind === 'refused' && result.status < 500 ? result.codes : [];
  if (codes.includes('maintenanceModeEnabled')) return { kind: 'closed' };
  if (codes.includes('Restricted')) return { kind: 'restricted' };
  const texts = (codes.length > 0 ? codes : ['Error']).map(
    (code) => `registerError.${known.has(code) ? code : 'Error'}` as TextKey,
  );
  return { kind: 'messages', texts: [...new Set(texts)] };
}

/** Error catalog of the email code. */
export function emailCodeMessage(result: Failure): TextKey {
  if (result.kind !== 'refused') return 'registerCode.failed';
  const code = result.codes[0];
  // Requesting a code answers 200, or 429 after too many; checking one answers 403.
  if (result.status === 429) return 'registerCode.tooManyForNow';
  if (result.status === 200 && code === 'MaxAttemptsReached') return 'registerCode.tooMany';
  if (result.status !== 403) return 'registerCode.failed';
  return code === 'CodeExpired' || code === 'MaxAttemptsReached' ? `registerCode.${code}` : 'registerCode.refused';
}
