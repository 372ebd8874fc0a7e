import {
  type CredentialMode,
  type CredentialSettings,
  listNeeds,
  longestPassword,
  showsRuleList,
} from './credential-mode.ts';
import { createRule, type CredentialRule, type CredentialRuleType, ruleTypes } from './credential-rules.ts';

/** What a password is judged by. Browser and server hold the same one; the browser's comes over the wire. */
export interface PasswordPolicy {
  /** In the order of the list. */
  readonly rules: readonly CredentialRule[];
  readonly minimumLength: number;
  /** Accepted up to this many characters. */
  readonly maximumLength: number;
  /**
   * The validators that were there before the rules: not containing login name
   * or social security number, letter and number needed. With the list its rules take their place.
   */
  readonly classic: boolean;
}

export function createPasswordPolicy(settings: CredentialSettings): PasswordPolicy {
  const types: CredentialRuleType[] = [
    ruleTypes.minimumLength,
    ...listNeeds(settings.passwordNeeds).map((need) => ruleTypes[need]),
    ...(settings.noThreeIdentical ? [ruleTypes.noThreeIdentical] : []),
    ruleTypes.notSsn,
    ruleTypes.notEmail,
    ...(settings.notPortionOfLogon ? [ruleTypes.notPortionOfLogon] : []),
    ...(settings.notContainLogon ? [ruleTypes.notContainLogon] : []),
    ruleTypes.notUsedBefore,
    ruleTypes.hardToGuess,
  ];
  return assemblePasswordPolicy(types.map(createRule), settings.passwordMinimumLength, settings);
}

/** The policy of rules that are known already, such as those the server sent. */
export function assemblePasswordPolicy(
  rules: readonly CredentialRule[],
  minimumLength: number,
  mode: CredentialMode,
): PasswordPolicy {
  return { rules, minimumLength, maximumLength: longestPassword(mode), classic: !showsRuleList(mode) };
}

/** Activation takes less than 128 characters (A 5, C-001), and is otherwise like everywhere else. */
export function policyOfActivation(policy: PasswordPolicy): PasswordPolicy {
  return { ...policyOfFirstPassword(policy), maximumLength: Math.min(policy.maximumLength, 127) };
}

/** Nobody who has no password yet can use one again. */
export function policyOfFirstPassword(policy: PasswordPolicy): PasswordPolicy {
  return { ...policy, rules: policy.rules.filter(({ type }) => type !== ruleTypes.notUsedBefore) };
}
