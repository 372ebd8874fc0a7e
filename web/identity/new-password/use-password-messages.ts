import type { PasswordErrorKey } from '#common/identity/rules/password-errors.ts';
import type { NewPasswordEntry } from '#common/identity/rules/validate-new-password.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useTexts } from '#web/institution/settings.ts';
import type { NewPassword } from './use-new-password.ts';

export interface NewPasswordWords {
  readonly password?: TextKey;
  readonly confirmation?: TextKey;
  readonly passwordPlaceholder?: TextKey;
  readonly confirmationPlaceholder?: TextKey;
  /** Replaces single messages in this form; they take the same values. */
  readonly errors?: Readonly<Partial<Record<PasswordErrorKey, TextKey>>>;
  readonly confirmationRequired?: TextKey;
  readonly confirmationDiffers?: TextKey;
  /** Shown at the password while rules of the list aren't met. */
  readonly rulesNotMet?: TextKey;
}

/** Errors the list already shows. */
const listed: ReadonlySet<PasswordErrorKey> = new Set<PasswordErrorKey>([
  'doesNotMeetMinimumLength',
  'missingCapitalLetter',
  'missingLowercaseLetter',
  'missingLetter',
  'missingNumber',
  'missingSpecialCharacter',
  'matchesSSN',
  'matchesEmail',
  'containsThreeOrMoreConsecutiveIdenticalCharacters',
  'equalsPortionOfLoginName',
  'containsLoginName',
  'passwordReused',
  'easyToGuess',
]);

/** Returns the message below each field once it was touched; `''` marks a field whose rules explain everything. */
export function usePasswordMessages(
  { list, policy, errors, touched }: NewPassword,
  words: NewPasswordWords,
): Partial<Record<keyof NewPasswordEntry, string>> {
  const text = useTexts();
  const values = { min: String(policy.minimumLength), limit: String(policy.maximumLength + 1) };

  function passwordMessage(): string | undefined {
    if (!touched.password) return undefined;
    const own = errors.password.find((error) => list === null || !listed.has(error));
    if (own !== undefined) return text<TextKey>(words.errors?.[own] ?? `passwordEntry.${own}`, values) ?? '';
    if (errors.password.length === 0) return undefined;
    return words.rulesNotMet === undefined ? '' : (text(words.rulesNotMet) ?? '');
  }

  function confirmationMessage(): string | undefined {
    if (!touched.confirmation || errors.confirmation === null) return undefined;
    const key =
      errors.confirmation === 'required'
        ? (words.confirmationRequired ?? words.confirmationDiffers)
        : words.confirmationDiffers;
    return text(key ?? 'passwordEntry.passwordsDontMatch') ?? '';
  }

  const password = passwordMessage();
  const confirmation = confirmationMessage();
  return {
    ...(password === undefined ? {} : { password }),
    ...(confirmation === undefined ? {} : { confirmation }),
  };
}
