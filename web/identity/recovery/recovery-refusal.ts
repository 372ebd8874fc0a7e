import type { RecoveryErrorCode } from '#common/identity/recovery.api.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { CallResult } from '#web/data/client.ts';

const known: ReadonlySet<string> = new Set<RecoveryErrorCode>([
  'BadQuestion',
  'Invalid',
  'RecoveryFailed',
  'RecoveryMaxAttempts',
]);

/** The error catalogue of the recovery (A 8): a server that fails has its own text, anything unknown is invalid. */
export function recoveryRefusal(result: Exclude<CallResult<unknown>, { kind: 'answer' }>): TextKey {
  if (result.kind === 'refused' && result.status >= 500) return 'recoveryError.Error500';
  const code = result.kind === 'refused' ? (result.codes[0] ?? '') : '';
  return `recoveryError.${known.has(code) ? code : 'Invalid'}` as TextKey;
}
