import { queryOptions, useQuery } from '@tanstack/react-query';
import { loginNamePolicyFromWire, passwordPolicyFromWire } from '#common/identity/credentials.wire.ts';
import {
  credentialModeFromOptions,
  passwordMinimumFromOptions,
} from '#common/identity/credential-settings-from-options.ts';
import type { CredentialMode } from '#common/identity/rules/credential-mode.ts';
import { createRule, ruleTypes } from '#common/identity/rules/credential-rules.ts';
import { assembleLoginNamePolicy, type LoginNamePolicy } from '#common/identity/rules/login-name-rules.ts';
import { assemblePasswordPolicy, type PasswordPolicy } from '#common/identity/rules/password-policy.ts';
import { call } from '#web/data/client.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';
import { useInstitutionOption, useOption } from '#web/institution/settings.ts';

const passwordRulesQuery = queryOptions({
  queryKey: ['passwordRules'],
  queryFn: async ({ signal }) =>
    bodyOf(await call('POST /api/CredentialValidationRules/GetPasswordValidationRules', { body: {}, signal })),
});

const loginNameRulesQuery = queryOptions({
  queryKey: ['loginNameRules'],
  queryFn: async ({ signal }) =>
    bodyOf(await call('POST /api/CredentialValidationRules/GetLogonValidationRules', { body: {}, signal })),
});

/** Loads the rules before a screen with a new password opens (A 2.1). */
export async function preloadPasswordRules(): Promise<void> {
  await queryClient.prefetchQuery(passwordRulesQuery);
}

/** Loads the rules before a screen with a new username opens. */
export async function preloadLoginNameRules(): Promise<void> {
  await queryClient.prefetchQuery(loginNameRulesQuery);
}

const lengthAlone = [createRule(ruleTypes.minimumLength)];

/** The rules for new passwords. Until they load, only the length is checked here; the server checks everything. */
export function usePasswordPolicy(): PasswordPolicy {
  // Passed explicitly, because screens before sign-in have no provider.
  const { data } = useQuery(passwordRulesQuery, queryClient);
  const mode = useCredentialMode();
  const minimumLength = passwordMinimumFromOptions(useLengthOption('PasswordMinimumLength'), {
    'loginOptions.useCustomerCredentialsOption': mode.longCredentials,
    'loginOptions.useMultiFactorOption': useOption('loginOptions.useMultiFactorOption'),
  });
  return data ? passwordPolicyFromWire(data, mode) : assemblePasswordPolicy(lengthAlone, minimumLength, mode);
}

export function useLoginNamePolicy(): LoginNamePolicy {
  const { data } = useQuery(loginNameRulesQuery, queryClient);
  const mode = useCredentialMode();
  const minimumLength = useLengthOption('UserNameMinimumLength');
  return data ? loginNamePolicyFromWire(data, mode) : assembleLoginNamePolicy(lengthAlone, minimumLength, mode);
}

export function useCredentialMode(): CredentialMode {
  return credentialModeFromOptions({
    'loginOptions.useCustomerCredentialsOption': useOption('loginOptions.useCustomerCredentialsOption'),
    'loginOptions.usePasswordRuleListOption': useOption('loginOptions.usePasswordRuleListOption'),
  });
}

/** Used if the institution sets none (A 9). */
const DEFAULT_MINIMUM_LENGTH = 8;

function useLengthOption(name: string): number {
  const value = useInstitutionOption(name);
  return typeof value === 'number' ? value : DEFAULT_MINIMUM_LENGTH;
}
