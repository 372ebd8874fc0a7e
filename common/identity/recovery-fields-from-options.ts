import type { RecoveryFields } from './rules/validate-recovery.ts';
import type { OptionKey, Options } from '#common/contract/all-options.ts';

export type RecoveryOptions = Pick<Options, Extract<OptionKey, `recoveryOptions.hide${string}`>>;

export function recoveryFieldsFromOptions(options: RecoveryOptions): RecoveryFields {
  return {
    emailAddress: !options['recoveryOptions.hideEmailAddress'],
    dateOfBirth: !options['recoveryOptions.hideDateOfBirth'],
    zipCode: !options['recoveryOptions.hideZipCode'],
    branch: !options['recoveryOptions.hideBranchNumber'],
  };
}
