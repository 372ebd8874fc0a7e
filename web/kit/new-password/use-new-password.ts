import { useState } from 'react';
import {
  factsOfTypedPerson,
  findPasswordErrors,
  type PasswordFacts,
  type RuleState,
  stateOfRule,
  type TypedPerson,
} from '#common/rules/credentials/check-password.ts';
import { showsRuleList } from '#common/rules/credentials/credential-mode.ts';
import type { CredentialRule } from '#common/rules/credentials/credential-rules.ts';
import type { PasswordPolicy } from '#common/rules/credentials/password-policy.ts';
import {
  type NewPasswordEntry,
  type NewPasswordErrors,
  validateNewPassword,
} from '#common/rules/credentials/validate-new-password.ts';
import { useCredentialMode, usePasswordPolicy } from '#web/data/credential-rules.ts';
import { type KnownFacts, useServerFacts } from './use-server-facts.ts';

/** Whose password it is to be, and who knows what it must not be. */
export type PasswordOwner =
  /** The form has asked for everything itself (C-051). */
  | ({ readonly kind: 'typed' } & TypedPerson)
  /** The server knows; `token` is null for the person who is signed in. */
  | { readonly kind: 'server'; readonly logon: string; readonly token: string | null }
  /** Nobody before the form is sent. */
  | { readonly kind: 'nobody' };

interface NewPasswordOptions {
  readonly owner: PasswordOwner;
  /** Whether it is typed twice. */
  readonly confirms?: boolean;
  /** What this form asks for differently, such as `policyOfActivation`. */
  readonly adapt?: (policy: PasswordPolicy) => PasswordPolicy;
}

export interface NewPassword {
  readonly entry: NewPasswordEntry;
  readonly policy: PasswordPolicy;
  readonly confirms: boolean;
  /** Everything that is wrong now, whether or not it is shown yet. */
  readonly errors: NewPasswordErrors;
  /** Fields whose errors are shown: they were left, or somebody tried to submit. */
  readonly left: Readonly<Record<keyof NewPasswordEntry, boolean>>;
  /** The rules with their state, or null where the institution shows single messages (C-024). */
  readonly list: readonly ListedRule[] | null;
  /** Nothing is wrong and no answer is awaited: it may be submitted. */
  readonly valid: boolean;
  readonly change: (part: Partial<NewPasswordEntry>) => void;
  readonly leave: (field: keyof NewPasswordEntry) => void;
  /** Shows everything that is wrong. */
  readonly showErrors: () => void;
  /** Forgets what was typed. */
  readonly clear: () => void;
}

export interface ListedRule {
  readonly rule: CredentialRule;
  readonly state: RuleState;
  /** Why a state is unknown. */
  readonly phase: KnownFacts['phase'];
}

const nothing: NewPasswordEntry = { password: '', confirmation: '' };
const notLeft = { password: false, confirmation: false };

/** A new password and its confirmation, judged while they are typed; shown by `NewPasswordFields`. */
export function useNewPassword({ owner, confirms = true, adapt }: NewPasswordOptions): NewPassword {
  const [entry, setEntry] = useState(nothing);
  const [left, setLeft] = useState(notLeft);
  const mode = useCredentialMode();
  const loaded = usePasswordPolicy();
  const policy = adapt ? adapt(loaded) : loaded;
  const logon = owner.kind === 'nobody' ? '' : owner.logon;
  const wrongAnyway = findPasswordErrors(policy, entry.password, { logon }).length > 0;
  const server = useServerFacts(
    entry.password,
    owner.kind === 'server' ? owner.token : null,
    // The asynchronous rules go with the rule-list option alone (C-024).
    owner.kind === 'server' && mode.ruleList && !wrongAnyway,
  );
  const facts = factsOf(owner, entry.password, server);
  const errors = validateNewPassword(entry, policy, facts, confirms);
  const phase = owner.kind === 'nobody' && !wrongAnyway ? 'later' : server.phase;
  return {
    entry,
    policy,
    confirms,
    errors,
    left,
    list: showsRuleList(mode)
      ? policy.rules.map((rule) => ({ rule, state: stateOfRule(rule, entry.password, policy, facts), phase }))
      : null,
    valid: errors.password.length === 0 && errors.confirmation === null && server.phase !== 'checking',
    change: (part) => setEntry((now) => ({ ...now, ...part })),
    leave: (field) => setLeft((now) => ({ ...now, [field]: true })),
    showErrors: () => setLeft({ password: true, confirmation: true }),
    clear: () => {
      setEntry(nothing);
      setLeft(notLeft);
    },
  };
}

function factsOf(owner: PasswordOwner, password: string, server: KnownFacts): PasswordFacts {
  switch (owner.kind) {
    case 'typed':
      return factsOfTypedPerson(password, owner);
    case 'server':
      return { logon: owner.logon, ...server.facts };
    case 'nobody':
      return { logon: '' };
  }
}
