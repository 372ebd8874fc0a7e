import { passwordErrorCodes } from '#common/identity/rules/password-errors.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { CallResult } from '#web/data/client.ts';

/** What the form says after the server has refused a new password. */
export interface ResetRefusal {
  /** Each text once, in the order of the codes; `{}` is filled with the minimum length. */
  readonly texts: readonly TextKey[];
  /** Another password would not help: only a new link does. */
  readonly expired: boolean;
}

/** The codes of A 8 with a text of their own. */
const known: ReadonlySet<string> = new Set(['Error500', 'Expired', ...passwordErrorCodes]);

/** The error catalogue of the password change (A 8); unknown codes and lost connections say to try again. */
export function resetRefusal(result: Exclude<CallResult<unknown>, { kind: 'answer' }>): ResetRefusal {
  const codes = result.kind === 'refused' ? codesOf(result) : [];
  const texts = (codes.length > 0 ? codes : ['Error']).map((code) => textOf(code));
  return { texts: [...new Set(texts)], expired: codes.includes('Expired') };
}

function codesOf({ status, codes }: { readonly status: number; readonly codes: readonly string[] }): readonly string[] {
  return status >= 500 ? ['Error500'] : codes;
}

function textOf(code: string): TextKey {
  return `passwordError.${known.has(code) ? code : 'Error'}` as TextKey;
}
