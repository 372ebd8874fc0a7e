import { type CredentialMode, type CredentialSettings, listNeeds, maxLoginNameLength } from './credential-mode.ts';
import {
  breaksPattern,
  createRule,
  type CredentialRule,
  type CredentialRuleType,
  ruleTypes,
} from './credential-rules.ts';
import { lengthOf } from './check-password.ts';
import { isSameEmail } from './person-facts.ts';
import { hasOnlyLoginNameCharacters } from './safe-input.ts';

export interface LoginNamePolicy {
  readonly rules: readonly CredentialRule[];
  readonly minimumLength: number;
  /** Inclusive. */
  readonly maximumLength: number;
}

export function createLoginNamePolicy(settings: CredentialSettings): LoginNamePolicy {
  const types: CredentialRuleType[] = [
    ruleTypes.minimumLength,
    ...listNeeds(settings.loginNameNeeds).map((need) => ruleTypes[need]),
    ...(settings.loginNameNotEmail ? [ruleTypes.notEmail] : []),
  ];
  return assembleLoginNamePolicy(types.map(createRule), settings.loginNameMinimumLength, settings);
}

export function assembleLoginNamePolicy(
  rules: readonly CredentialRule[],
  minimumLength: number,
  mode: CredentialMode,
): LoginNamePolicy {
  return { rules, minimumLength, maximumLength: maxLoginNameLength(mode) };
}

export type LoginNameError =
  | 'required'
  | 'tooShort'
  | 'tooLong'
  | 'invalidCharacters'
  | 'missingCapitalLetter'
  | 'missingLowercaseLetter'
  | 'missingLetter'
  | 'missingNumber'
  | 'missingSpecialCharacter'
  | 'matchesEmail';

/** Codes of rules that a username can miss. */
export const loginNameRuleCodes = [
  'LogonTooShort',
  'LogonMissingCapitalLetter',
  'LogonMissingLowercaseLetter',
  'LogonMissingLetter',
  'LogonMissingNumber',
  'LogonMissingSpecialCharacter',
  'LogonMatchesEmail',
] as const;

/** The server's error codes for usernames (A 8, M 8). */
export type LoginNameErrorCode = (typeof loginNameRuleCodes)[number] | 'Invalid' | 'LogonNameLength';

export const codeOfLoginNameError: Readonly<Record<LoginNameError, LoginNameErrorCode>> = {
  required: 'LogonTooShort',
  tooShort: 'LogonTooShort',
  tooLong: 'LogonNameLength',
  // Has no code of its own: the form refuses such a name first.
  invalidCharacters: 'Invalid',
  missingCapitalLetter: 'LogonMissingCapitalLetter',
  missingLowercaseLetter: 'LogonMissingLowercaseLetter',
  missingLetter: 'LogonMissingLetter',
  missingNumber: 'LogonMissingNumber',
  missingSpecialCharacter: 'LogonMissingSpecialCharacter',
  matchesEmail: 'LogonMatchesEmail',
};

const errorOfRule: Readonly<Partial<Record<CredentialRuleType, LoginNameError>>> = {
  [ruleTypes.capitalLetter]: 'missingCapitalLetter',
  [ruleTypes.lowercaseLetter]: 'missingLowercaseLetter',
  [ruleTypes.letter]: 'missingLetter',
  [ruleTypes.number]: 'missingNumber',
  [ruleTypes.specialCharacter]: 'missingSpecialCharacter',
};

/** Returns all errors of a username, in display order. Only the server knows whether it is taken. */
export function findLoginNameErrors(
  policy: LoginNamePolicy,
  loginName: string,
  emailAddress: string,
): LoginNameError[] {
  if (loginName.trim() === '') return ['required'];
  const ruleErrors = policy.rules.flatMap((rule): (LoginNameError | undefined)[] => {
    if (rule.type === ruleTypes.notEmail && isSameEmail(loginName, emailAddress)) return ['matchesEmail'];
    return breaksPattern(rule, loginName.normalize('NFC')) ? [errorOfRule[rule.type]] : [];
  });
  return [
    ...(lengthOf(loginName) < policy.minimumLength ? (['tooShort'] as const) : []),
    ...(lengthOf(loginName) > policy.maximumLength ? (['tooLong'] as const) : []),
    ...(hasOnlyLoginNameCharacters(loginName) ? [] : (['invalidCharacters'] as const)),
    ...ruleErrors.filter((error) => error !== undefined),
  ];
}
