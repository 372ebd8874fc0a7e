import { useForm, useWatch } from 'react-hook-form';
import {
  factsOfTypedPerson,
  findPasswordErrors,
  type PasswordFacts,
  type RuleState,
  stateOfRule,
  type TypedPerson,
} from '#common/identity/rules/check-password.ts';
import { showsRuleList } from '#common/identity/rules/credential-mode.ts';
import { type CredentialRule, ruleTypes } from '#common/identity/rules/credential-rules.ts';
import type { PasswordWeakness } from '#common/identity/rules/password-weakness.ts';
import type { PasswordPolicy } from '#common/identity/rules/password-policy.ts';
import {
  type NewPasswordEntry,
  type NewPasswordErrors,
  validateNewPassword,
} from '#common/identity/rules/validate-new-password.ts';
import { useCredentialMode, usePasswordPolicy } from './credential-rules.ts';
import {
  type Inquiry,
  inquiryOfNewPerson,
  inquiryOfPerson,
  type KnownFacts,
  useServerFacts,
} from './use-server-facts.ts';

/** The owner of the password, and the source of forbidden values. */
export type PasswordOwner =
  /** The form has all personal data itself (C-051). */
  | ({ readonly kind: 'typed'; readonly names: readonly string[] } & TypedPerson)
  /** The server has it; `token` is null for the signed-in customer. */
  | { readonly kind: 'server'; readonly loginName: string; readonly token: string | null }
  /** The server has the fact; before submission it reveals only whether the password is easy to guess. */
  | { readonly kind: 'invited'; readonly token: string };

interface NewPasswordOptions {
  readonly owner: PasswordOwner;
  /** Whether it must be typed twice. */
  readonly confirms?: boolean;
  /** Adjusts the policy for this form, for example `policyOfActivation`. */
  readonly adapt?: (policy: PasswordPolicy) => PasswordPolicy;
}

export interface NewPassword {
  readonly entry: NewPasswordEntry;
  readonly policy: PasswordPolicy;
  readonly confirms: boolean;
  /** All current errors, shown or not. */
  readonly errors: NewPasswordErrors;
  /** Fields that show errors; all of them after an attempt to submit. */
  readonly touched: Readonly<Record<keyof NewPasswordEntry, boolean>>;
  /** The rules with their state; null if the institution shows single messages (C-024). */
  readonly list: readonly ListedRule[] | null;
  /** No errors and no check in progress. */
  readonly valid: boolean;
  readonly change: (field: keyof NewPasswordEntry, value: string) => void;
  readonly touch: (field: keyof NewPasswordEntry) => void;
  readonly showErrors: () => void;
  readonly clear: () => void;
}

export interface ListedRule {
  readonly rule: CredentialRule;
  readonly state: RuleState;
  /** Why a state is unknown. */
  readonly phase: KnownFacts['phase'];
  /** Why the password is easy to guess; shown with that rule. */
  readonly weakness: PasswordWeakness | null;
}

const nothing: NewPasswordEntry = { password: '', confirmation: '' };

/** A new password and its confirmation, validated while typing; shown by `NewPasswordFields`. */
export function useNewPassword({ owner, confirms = true, adapt }: NewPasswordOptions): NewPassword {
  const { control, formState, getValues, reset, setValue } = useForm<NewPasswordEntry>({ defaultValues: nothing });
  const entry = useWatch({ control }) as NewPasswordEntry;
  const { password = false, confirmation = false } = formState.touchedFields;
  const mode = useCredentialMode();
  const loaded = usePasswordPolicy();
  const policy = adapt ? adapt(loaded) : loaded;
  const loginName = owner.kind === 'invited' ? '' : owner.loginName;
  const wrongAnyway = findPasswordErrors(policy, entry.password, { loginName }).length > 0;
  // Server checks run only with the rule-list option (C-024).
  const server = useServerFacts(entry.password, mode.ruleList && !wrongAnyway ? inquiryOf(owner) : null);
  const facts = factsOf(owner, entry.password, server);
  const errors = validateNewPassword(entry, policy, facts, confirms);
  // A first password can be submitted at once, without waiting; the server validates it then.
  const awaitsAnswer = owner.kind === 'server' && server.phase === 'checking';

  function touch(field: keyof NewPasswordEntry) {
    setValue(field, getValues(field), { shouldTouch: true });
  }
  return {
    entry,
    policy,
    confirms,
    errors,
    touched: { password, confirmation },
    list: showsRuleList(mode)
      ? policy.rules.map((rule) => ({
          rule,
          state: stateOfRule(rule, entry.password, policy, facts),
          phase: phaseOf(rule, owner, server, wrongAnyway),
          weakness: rule.type === ruleTypes.hardToGuess && facts.weakness ? facts.weakness : null,
        }))
      : null,
    valid: errors.password.length === 0 && errors.confirmation === null && !awaitsAnswer,
    change: setValue,
    touch,
    showErrors: () => (['password', 'confirmation'] as const).forEach(touch),
    clear: () => reset(nothing),
  };
}

function inquiryOf(owner: PasswordOwner): Inquiry {
  switch (owner.kind) {
    case 'typed':
      return inquiryOfNewPerson({ words: [...owner.names, owner.loginName, owner.emailAddress], activationToken: '' });
    case 'server':
      return inquiryOfPerson(owner.token);
    case 'invited':
      return inquiryOfNewPerson({ words: [], activationToken: owner.token });
  }
}

/** For invited customers, rules the server isn't asked about stay open until submission. */
function phaseOf(rule: CredentialRule, owner: PasswordOwner, server: KnownFacts, wrongAnyway: boolean) {
  const isAsked = owner.kind !== 'invited' || rule.type === ruleTypes.hardToGuess;
  return isAsked || wrongAnyway ? server.phase : 'later';
}

function factsOf(owner: PasswordOwner, password: string, server: KnownFacts): PasswordFacts {
  switch (owner.kind) {
    case 'typed':
      return { ...factsOfTypedPerson(password, owner), weakness: server.facts.weakness };
    case 'server':
      return { loginName: owner.loginName, ...server.facts };
    case 'invited':
      return { loginName: '', weakness: server.facts.weakness };
  }
}
