import { serverOnly, switchOption, textOption } from '#common/contract/option-kinds.ts';

export const profileOptions = {
  'profileOptions.hideUserInformation': switchOption(false, 'Profile without User Information'),
  'profileOptions.hidePersonalInformationForNonPersonal': switchOption(
    false,
    'Profile without Personal Information for customers who are no persons',
  ),
  'profileOptions.hideNotifications': switchOption(false, 'Profile without Notifications'),
  'profileOptions.hidePhoneSection': switchOption(false, 'Personal Information without telephones'),
  'profileOptions.hideErrorLogonNameExists': hidesError('LogonNameExists'),
  'profileOptions.hideErrorPasswordNeedsLetterNumber': hidesError('PasswordNeedsLetterNumber'),
  'profileOptions.hideErrorPasswordTooShort': hidesError('PasswordTooShort'),
  'profileOptions.hideErrorPasswordSameAsLogin': hidesError('PasswordSameAsLogin'),
  'profileOptions.hideErrorChooseDifferentPassword': hidesError('ChooseDifferentPassword'),
  'profileOptions.hideErrorPasswordSameAsSSN': hidesError('PasswordSameAsSSN'),
  'profileOptions.hideErrorLogonNameLength': hidesError('LogonNameLength'),
  'profileOptions.hideErrorReusedPassword': hidesError('ReusedPassword'),
  'requestChangeOptions.sendTo': serverOnly(
    textOption('', 'E-mail address that requests to change contact information go to; required where they are offered'),
  ),
} as const;

function hidesError(code: string) {
  return switchOption(false, `The profile shows the general error in place of ${code}`);
}
