import { foldLetters, loginKeyOf } from './login-key.ts';
import { breaksPattern, type CredentialRule, type CredentialRuleType, ruleTypes } from './credential-rules.ts';
import type { PasswordErrorKey } from './password-errors.ts';
import type { PasswordPolicy } from './password-policy.ts';
import type { PasswordWeakness } from './password-weakness.ts';
import { findSsn, isSameEmail, listSsnsIn } from './person-facts.ts';

export interface PasswordFacts {
  /** Empty if not known yet. */
  readonly loginName: string;
  readonly matchesSsn?: boolean | undefined;
  readonly containsSsn?: boolean | undefined;
  readonly matchesEmail?: boolean | undefined;
  readonly usedBefore?: boolean | undefined;
  /** Null: the password is hard to guess. */
  readonly weakness?: PasswordWeakness | null | undefined;
}

/** The facts that a form has about its user before the server does (C-051). */
export interface TypedPerson {
  readonly loginName: string;
  readonly ssn: string;
  readonly emailAddress: string;
}

export function factsOfTypedPerson(password: string, { loginName, ssn, emailAddress }: TypedPerson): PasswordFacts {
  // Some institutions ask only for the last digits; until any are typed, no number matches.
  const digits = ssn.replaceAll(/\D/g, '');
  const isTheirs = (number: string) => digits !== '' && number.endsWith(digits);
  const whole = findSsn(password);
  return {
    loginName,
    matchesSsn: whole !== undefined && isTheirs(whole),
    containsSsn: listSsnsIn(password).some(isTheirs),
    matchesEmail: isSameEmail(password, emailAddress),
  };
}

/** `unknown` until the server has answered. */
export type RuleState = 'met' | 'unmet' | 'unknown';

const errorOfRule: Readonly<Record<CredentialRuleType, PasswordErrorKey>> = {
  [ruleTypes.capitalLetter]: 'missingCapitalLetter',
  [ruleTypes.lowercaseLetter]: 'missingLowercaseLetter',
  [ruleTypes.letter]: 'missingLetter',
  [ruleTypes.number]: 'missingNumber',
  [ruleTypes.specialCharacter]: 'missingSpecialCharacter',
  [ruleTypes.notSsn]: 'matchesSSN',
  [ruleTypes.minimumLength]: 'doesNotMeetMinimumLength',
  [ruleTypes.notEmail]: 'matchesEmail',
  [ruleTypes.noThreeIdentical]: 'containsThreeOrMoreConsecutiveIdenticalCharacters',
  [ruleTypes.notPortionOfLoginName]: 'equalsPortionOfLoginName',
  [ruleTypes.notContainLoginName]: 'containsLoginName',
  [ruleTypes.notUsedBefore]: 'passwordReused',
  [ruleTypes.hardToGuess]: 'easyToGuess',
};

/** Returns whether a password meets one rule; an empty password meets none. */
export function stateOfRule(
  rule: CredentialRule,
  password: string,
  policy: Pick<PasswordPolicy, 'minimumLength'>,
  facts: PasswordFacts,
): RuleState {
  const text = password.normalize('NFC');
  if (text === '') return 'unmet';
  if (breaksPattern(rule, text)) return 'unmet';
  const check = ruleChecks[rule.type];
  return check ? stateOf(check(text, facts, policy)) : 'met';
}

type RuleCheck = (
  text: string,
  facts: PasswordFacts,
  policy: Pick<PasswordPolicy, 'minimumLength'>,
) => boolean | undefined;

/** Checks for rules that need more than the text (C-049). Return undefined if not known yet. */
const ruleChecks: Readonly<Partial<Record<CredentialRuleType, RuleCheck>>> = {
  [ruleTypes.minimumLength]: (text, _facts, { minimumLength }) => lengthOf(text) < minimumLength,
  [ruleTypes.notSsn]: (_text, { matchesSsn }) => matchesSsn,
  [ruleTypes.notEmail]: (_text, { matchesEmail }) => matchesEmail,
  [ruleTypes.notPortionOfLoginName]: (text, { loginName }) =>
    loginName === '' ? undefined : loginKeyOf(loginName).includes(foldLetters(text)),
  [ruleTypes.notContainLoginName]: (text, { loginName }) =>
    loginName === '' ? undefined : containsLoginName(text, loginName),
  [ruleTypes.notUsedBefore]: (_text, { usedBefore }) => usedBefore,
  [ruleTypes.hardToGuess]: (_text, { weakness }) => (weakness === undefined ? undefined : weakness !== null),
};

export function findPasswordErrors(policy: PasswordPolicy, password: string, facts: PasswordFacts): PasswordErrorKey[] {
  const text = password.normalize('NFC');
  if (text === '') return ['required'];
  const broken = policy.rules.filter((rule) => stateOfRule(rule, text, policy, facts) === 'unmet');
  const { loginName } = facts;
  const errors: PasswordErrorKey[] = [
    // Listed first, because a password that equals the username breaks the rules about its parts too.
    ...(loginName !== '' && loginKeyOf(text) === loginKeyOf(loginName) ? (['containsName'] as const) : []),
    ...broken.map(({ type }) => errorOfRule[type]),
    ...(lengthOf(text) > policy.maximumLength ? (['exceedsMaximumLength'] as const) : []),
    ...(policy.classic && loginName !== '' && containsLoginName(text, loginName)
      ? (['containsLoginName'] as const)
      : []),
    ...(policy.classic && facts.containsSsn === true ? (['containsSsn'] as const) : []),
    ...(policy.classic && !hasLetterAndNumber(text) ? (['needsLettersAndNumbers'] as const) : []),
  ];
  return [...new Set(errors)];
}

/** Counts code points after NFC: most emoji count as one, and so does a letter with its accent. */
export function lengthOf(text: string): number {
  return [...text.normalize('NFC')].length;
}

function containsLoginName(text: string, loginName: string): boolean {
  return foldLetters(text).includes(loginKeyOf(loginName));
}

function hasLetterAndNumber(text: string): boolean {
  return /\p{L}/u.test(text) && /\p{Nd}/u.test(text);
}

function stateOf(broken: boolean | undefined): RuleState {
  if (broken === undefined) return 'unknown';
  return broken ? 'unmet' : 'met';
}
