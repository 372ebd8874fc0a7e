import { type CredentialMode, type CredentialSettings, listNeeds, longestLogon } from './credential-mode.ts';
import {
  breaksPattern,
  createRule,
  type CredentialRule,
  type CredentialRuleType,
  ruleTypes,
} from './credential-rules.ts';
import { lengthOf } from './check-password.ts';
import { isSameEmail } from './person-facts.ts';
import { hasOnlyLogonCharacters } from './safe-input.ts';

/** The username rules. */
export interface LogonPolicy {
  readonly rules: readonly CredentialRule[];
  readonly minimumLength: number;
  /** Inclusive. */
  readonly maximumLength: number;
}

export function createLogonPolicy(settings: CredentialSettings): LogonPolicy {
  const types: CredentialRuleType[] = [
    ruleTypes.minimumLength,
    ...listNeeds(settings.logonNeeds).map((need) => ruleTypes[need]),
    ...(settings.logonNotEmail ? [ruleTypes.notEmail] : []),
  ];
  return assembleLogonPolicy(types.map(createRule), settings.logonMinimumLength, settings);
}

export function assembleLogonPolicy(
  rules: readonly CredentialRule[],
  minimumLength: number,
  mode: CredentialMode,
): LogonPolicy {
  return { rules, minimumLength, maximumLength: longestLogon(mode) };
}

export type LogonErrorKey =
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

/** The server's error codes for usernames (A 8, M 8). */
export type LogonErrorCode =
  | 'Invalid'
  | 'LogonTooShort'
  | 'LogonNameLength'
  | 'LogonMissingCapitalLetter'
  | 'LogonMissingLowercaseLetter'
  | 'LogonMissingLetter'
  | 'LogonMissingNumber'
  | 'LogonMissingSpecialCharacter'
  | 'LogonMatchesEmail';

export const codeOfLogonError: Readonly<Record<LogonErrorKey, LogonErrorCode>> = {
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

const errorOfRule: Readonly<Partial<Record<CredentialRuleType, LogonErrorKey>>> = {
  [ruleTypes.capitalLetter]: 'missingCapitalLetter',
  [ruleTypes.lowercaseLetter]: 'missingLowercaseLetter',
  [ruleTypes.letter]: 'missingLetter',
  [ruleTypes.number]: 'missingNumber',
  [ruleTypes.specialCharacter]: 'missingSpecialCharacter',
};

/** Returns all errors of a username, in display order. Only the server knows whether it is taken. */
export function findLogonErrors(policy: LogonPolicy, logon: string, emailAddress: string): LogonErrorKey[] {
  if (logon.trim() === '') return ['required'];
  const ruleErrors = policy.rules.flatMap((rule): (LogonErrorKey | undefined)[] => {
    if (rule.type === ruleTypes.notEmail && isSameEmail(logon, emailAddress)) return ['matchesEmail'];
    return breaksPattern(rule, logon.normalize('NFC')) ? [errorOfRule[rule.type]] : [];
  });
  return [
    ...(lengthOf(logon) < policy.minimumLength ? (['tooShort'] as const) : []),
    ...(lengthOf(logon) > policy.maximumLength ? (['tooLong'] as const) : []),
    ...(hasOnlyLogonCharacters(logon) ? [] : (['invalidCharacters'] as const)),
    ...ruleErrors.filter((error) => error !== undefined),
  ];
}
