import { hasAllowedCharacters } from '#common/identity/rules/secret-answer.ts';
import { collectErrors, type FieldErrors } from '#common/core/field-errors.ts';
import type { RegistrationFields, RegistrationSettings } from './registration-types.ts';

export type SecurityErrorKey =
  | 'registerCheck.placeOfBirthRequired'
  | 'registerCheck.driversLicenseRequired'
  | 'registerCheck.mothersMaidenRequired'
  | 'registerCheck.secretQuestionRequired'
  | 'registerCheck.secretAnswerRequired'
  | 'registerCheck.secretAnswerInvalid'
  | 'registerCheck.customQuestionRequired'
  | 'registerCheck.customAnswerRequired';

type Errors = FieldErrors<RegistrationFields, SecurityErrorKey>;

/** Without any question, the security section is left out (A 2.8). */
export function asksForSecurity(settings: RegistrationSettings): boolean {
  const { placeOfBirthHidden, driversLicenseHidden, mothersMaidenHidden, secretQuestion } = settings;
  return !placeOfBirthHidden || !driversLicenseHidden || !mothersMaidenHidden || secretQuestion !== 'none';
}

/** A 5. */
export function validateSecurity(entry: RegistrationFields, settings: RegistrationSettings): Errors {
  const required = <Key extends SecurityErrorKey>(hidden: boolean, value: string, key: Key): Key | undefined =>
    !hidden && value.trim() === '' ? key : undefined;
  return collectErrors<RegistrationFields, SecurityErrorKey>({
    placeOfBirth: required(settings.placeOfBirthHidden, entry.placeOfBirth, 'registerCheck.placeOfBirthRequired'),
    driversLicense: required(
      settings.driversLicenseHidden,
      entry.driversLicense,
      'registerCheck.driversLicenseRequired',
    ),
    mothersMaiden: required(settings.mothersMaidenHidden, entry.mothersMaiden, 'registerCheck.mothersMaidenRequired'),
    ...(settings.secretQuestion === 'none' ? {} : questionErrors(entry, settings)),
  });
}

function questionErrors(
  { secretQuestion, secretAnswer }: RegistrationFields,
  { secretQuestion: kind, questions, answerPattern }: RegistrationSettings,
): Partial<Record<keyof RegistrationFields, SecurityErrorKey | undefined>> {
  const custom = kind === 'custom';
  const asked = custom ? secretQuestion.trim() !== '' : questions.includes(secretQuestion);
  const missing = custom ? 'registerCheck.customAnswerRequired' : 'registerCheck.secretAnswerRequired';
  const allowed = hasAllowedCharacters(secretAnswer, answerPattern);
  return {
    secretQuestion: asked
      ? undefined
      : custom
        ? 'registerCheck.customQuestionRequired'
        : 'registerCheck.secretQuestionRequired',
    secretAnswer: secretAnswer.trim() === '' ? missing : allowed ? undefined : 'registerCheck.secretAnswerInvalid',
  };
}
