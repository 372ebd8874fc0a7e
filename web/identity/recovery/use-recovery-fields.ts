import { recoveryFieldsFromOptions } from '#common/identity/recovery-fields-from-options.ts';
import type { RecoveryFields } from '#common/identity/rules/validate-recovery.ts';
import { useOption } from '#web/institution/settings.ts';

/** The fields this institution asks for (A 5). */
export function useRecoveryFields(): RecoveryFields {
  return recoveryFieldsFromOptions({
    'recoveryOptions.hideEmailAddress': useOption('recoveryOptions.hideEmailAddress'),
    'recoveryOptions.hideDateOfBirth': useOption('recoveryOptions.hideDateOfBirth'),
    'recoveryOptions.hideZipCode': useOption('recoveryOptions.hideZipCode'),
    'recoveryOptions.hideBranchNumber': useOption('recoveryOptions.hideBranchNumber'),
  });
}
