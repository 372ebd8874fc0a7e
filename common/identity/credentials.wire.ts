import type { CredentialMode } from './rules/credential-mode.ts';
import { type CredentialRule, isRuleType } from './rules/credential-rules.ts';
import { assembleLoginNamePolicy, type LoginNamePolicy } from './rules/login-name-rules.ts';
import { assemblePasswordPolicy, type PasswordPolicy } from './rules/password-policy.ts';
import type { PasswordWeakness } from './rules/password-weakness.ts';
import type {
  LogonValidationRules,
  PasswordAnswers as WireAnswers,
  PasswordQuestions as WireQuestions,
  PasswordValidationRules,
} from './credentials.api.ts';

export function passwordPolicyToWire({ rules, minimumLength }: PasswordPolicy): PasswordValidationRules {
  return { PasswordValidationRules: rules.map(ruleToWire), MinimumLength: minimumLength };
}

/** @param mode from the institution's switches, known to browser and server */
export function passwordPolicyFromWire(wire: PasswordValidationRules, mode: CredentialMode): PasswordPolicy {
  return assemblePasswordPolicy(wire.PasswordValidationRules.flatMap(ruleFromWire), wire.MinimumLength, mode);
}

export function loginNamePolicyToWire({ rules, minimumLength }: LoginNamePolicy): LogonValidationRules {
  return { LogonValidationRules: rules.map(ruleToWire), MinimumLength: minimumLength };
}

export function loginNamePolicyFromWire(wire: LogonValidationRules, mode: CredentialMode): LoginNamePolicy {
  return assembleLoginNamePolicy(wire.LogonValidationRules.flatMap(ruleFromWire), wire.MinimumLength, mode);
}

type WireRule = PasswordValidationRules['PasswordValidationRules'][number];

function ruleToWire({ type, pattern, matchMeansError }: CredentialRule): WireRule {
  return { ValidationRuleType: type, ValidationRegex: pattern, RegexMatchMeansError: matchMeansError };
}

/** Returns an empty list for a newer server's rule type, which only the server checks. */
function ruleFromWire({ ValidationRuleType, ValidationRegex, RegexMatchMeansError }: WireRule): CredentialRule[] {
  return isRuleType(ValidationRuleType)
    ? [{ type: ValidationRuleType, pattern: ValidationRegex, matchMeansError: RegexMatchMeansError }]
    : [];
}

/** A typed password and the checks to make on it. */
export interface PasswordQuestions {
  readonly password: string;
  readonly matchesSsn: boolean;
  readonly matchesEmail: boolean;
  readonly usedBefore: boolean;
}

/** False also for what wasn't asked. */
export interface PasswordAnswers {
  readonly matchesSsn: boolean;
  readonly matchesEmail: boolean;
  readonly usedBefore: boolean;
  readonly weakness: PasswordWeakness | null;
}

export function passwordQuestionsFromWire(wire: WireQuestions): PasswordQuestions {
  return {
    password: wire.PasswordToValidate,
    matchesSsn: wire.InvalidWhenMatchesSSN,
    matchesEmail: wire.InvalidWhenMatchEmail,
    usedBefore: wire.InvalidWhenPasswordExists,
  };
}

export function passwordAnswersToWire(answers: PasswordAnswers): WireAnswers {
  return {
    PasswordMatchesSSN: answers.matchesSsn,
    PasswordMatchesEmail: answers.matchesEmail,
    PasswordExists: answers.usedBefore,
    PasswordWeakness: answers.weakness,
  };
}
