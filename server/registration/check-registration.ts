import type { RegistrationCode } from '#common/registration/registration.api.ts';
import type { Day } from '#common/core/dates.ts';
import {
  codeOfLoginNameError,
  findLoginNameErrors,
  type LoginNameErrorCode,
} from '#common/identity/rules/login-name-rules.ts';
import type { PasswordErrorCode } from '#common/identity/rules/password-errors.ts';
import { policyOfFirstPassword } from '#common/identity/rules/password-policy.ts';
import { type PersonalErrorKey, validatePersonal } from '#common/registration/rules/personal-rules.ts';
import type { RegistrationEntry, RegistrationSettings } from '#common/registration/rules/registration-types.ts';
import { validateSecurity } from '#common/registration/rules/security-rules.ts';
import { hasErrors } from '#common/core/field-errors.ts';
import { checkNewPassword, loginNamePolicyOf } from '#server/identity/credentials/check-new-password.ts';
import type { Services } from '#server/services.ts';

export type RegistrationProblem = RegistrationCode | LoginNameErrorCode | PasswordErrorCode;

const codes: Readonly<Partial<Record<PersonalErrorKey, RegistrationCode>>> = {
  'registerCheck.accountNumberRequired': 'AccountNumberError',
  'registerCheck.accountNumberInvalid': 'AccountNumberError',
  'registerCheck.ssnRequired': 'SSNNull',
  'registerCheck.ssnDigits': 'SSN',
  'registerCheck.dateOfBirthRequired': 'DateOfBirth',
  'registerCheck.dateOfBirthInvalid': 'DateOfBirth',
};

/**
 * Checks a registration by itself, without any customer data. Each code appears once. The browser runs the same checks.
 */
export async function findRegistrationProblems(
  services: Services,
  entry: RegistrationEntry,
  settings: RegistrationSettings,
): Promise<RegistrationProblem[]> {
  const { institution, clock } = services;
  const loginNameErrors = findLoginNameErrors(loginNamePolicyOf(institution), entry.userName, entry.emailAddress);
  const problems = [
    ...personalProblems(entry, settings, clock.today()),
    ...(hasErrors(validateSecurity(entry, settings)) ? (['Invalid'] as const) : []),
    ...loginNameErrors.map((error) => codeOfLoginNameError[error]),
    ...(await passwordProblems(services, entry)),
    ...(settings.confirmsPassword && entry.passwordConfirm.normalize() !== entry.password.normalize()
      ? (['Invalid'] as const)
      : []),
    ...agreementProblems(entry, settings),
  ];
  return [...new Set(problems)];
}

function personalProblems(entry: RegistrationEntry, settings: RegistrationSettings, today: Day): RegistrationCode[] {
  return Object.values(validatePersonal(entry, settings, today)).map((error) => codes[error] ?? 'Invalid');
}

/** Checks against the Social Security number as typed, since the one on file isn't proven yet. */
function passwordProblems({ institution }: Services, entry: RegistrationEntry): Promise<PasswordErrorCode[]> {
  const person = {
    loginName: entry.userName,
    emailAddress: entry.emailAddress,
    names: [entry.firstName, entry.middleName, entry.lastName],
    compareSsn: async (ssn: string) =>
      entry.ssn !== '' && ssn.endsWith(entry.ssn) ? ('matches' as const) : ('differs' as const),
    usedPasswords: [],
  };
  return checkNewPassword(institution, person, entry.password, policyOfFirstPassword);
}

/** Terms the institution doesn't have, or no longer has, can't be recorded. */
function agreementProblems({ agreedTo }: RegistrationEntry, { agreements }: RegistrationSettings): RegistrationCode[] {
  const known = agreements.map(({ hostNumber }) => hostNumber);
  if (agreedTo.some((type) => !known.includes(type))) return ['AgreementRecordingError'];
  return known.every((type) => agreedTo.includes(type)) ? [] : ['MustAgreeToAllError'];
}
