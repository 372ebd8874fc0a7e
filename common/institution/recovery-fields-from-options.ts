import type { RecoveryFields } from '#common/rules/recovery/validate-recovery.ts';
import type { OptionKey, Options } from './options.ts';

export type RecoveryOptions = Pick<Options, Extract<OptionKey, `recoveryOptions.hide${string}`>>;

export function recoveryFieldsFromOptions(options: RecoveryOptions): RecoveryFields {
  return {
    emailAddress: !options['recoveryOptions.hideEmailAddress'],
    dateOfBirth: !options['recoveryOptions.hideDateOfBirth'],
    zipCode: !options['recoveryOptions.hideZipCode'],
    branch: !options['recoveryOptions.hideBranchNumber'],
  };
}
