import {
  type CredentialMode,
  type CredentialSettings,
  listNeeds,
  longestPassword,
  showsRuleList,
} from './credential-mode.ts';
import { createRule, type CredentialRule, type CredentialRuleType, ruleTypes } from './credential-rules.ts';

/** The password rules. Browser and server use the same ones; the browser gets them over the wire. */
export interface PasswordPolicy {
  /** In display order. */
  readonly rules: readonly CredentialRule[];
  readonly minimumLength: number;
  /** Inclusive. */
  readonly maximumLength: number;
  /** The older validators: must not contain username or SSN, needs a letter and a number. The list replaces them. */
  readonly classic: boolean;
}

export function createPasswordPolicy(settings: CredentialSettings): PasswordPolicy {
  const types: CredentialRuleType[] = [
    ruleTypes.minimumLength,
    ...listNeeds(settings.passwordNeeds).map((need) => ruleTypes[need]),
    ...(settings.noThreeIdentical ? [ruleTypes.noThreeIdentical] : []),
    ruleTypes.notSsn,
    ruleTypes.notEmail,
    ...(settings.notPortionOfLoginName ? [ruleTypes.notPortionOfLoginName] : []),
    ...(settings.notContainLoginName ? [ruleTypes.notContainLoginName] : []),
    ruleTypes.notUsedBefore,
    ruleTypes.hardToGuess,
  ];
  return assemblePasswordPolicy(types.map(createRule), settings.passwordMinimumLength, settings);
}

export function assemblePasswordPolicy(
  rules: readonly CredentialRule[],
  minimumLength: number,
  mode: CredentialMode,
): PasswordPolicy {
  return { rules, minimumLength, maximumLength: longestPassword(mode), classic: !showsRuleList(mode) };
}

/** Activation accepts less than 128 characters (A 5, C-001); otherwise the same. */
export function policyOfActivation(policy: PasswordPolicy): PasswordPolicy {
  return { ...policyOfFirstPassword(policy), maximumLength: Math.min(policy.maximumLength, 127) };
}

/** Without the rule against reuse, because there is no previous password. */
export function policyOfFirstPassword(policy: PasswordPolicy): PasswordPolicy {
  return { ...policy, rules: policy.rules.filter(({ type }) => type !== ruleTypes.notUsedBefore) };
}
