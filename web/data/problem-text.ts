import type { TextKey } from '#common/contract/all-texts.ts';
import type { Failure } from './use-action.ts';

export interface ProblemTexts<Code extends string> {
  readonly codes: Readonly<Record<Code, TextKey>>;
  /** For a refusal with any other code. */
  readonly other: TextKey;
  /** For a call without a decision: no answer, a server error, or too many requests. */
  readonly failed: TextKey;
  /** For a status of 500 or more, if different from `failed`. */
  readonly serverError?: TextKey;
  /** Statuses whose codes count; by default 200 and every 4xx except 429. */
  readonly refusedWith?: readonly number[];
}

export function problemTexts<Code extends string>(failure: Failure, texts: ProblemTexts<Code>): readonly TextKey[] {
  if (failure.kind === 'stopped') return [failure.text];
  if (failure.kind === 'unreachable') return [texts.failed];
  const { status, codes } = failure;
  if (status >= 500) return [texts.serverError ?? texts.failed];
  const isRefusal = texts.refusedWith?.includes(status) ?? status !== 429;
  if (!isRefusal) return [texts.failed];
  if (codes.length === 0) return [texts.other];
  return [...new Set(codes.map((code) => textOf(code, texts)))];
}

export function problemText<Code extends string>(failure: Failure, texts: ProblemTexts<Code>): TextKey {
  const [first = texts.other] = problemTexts(failure, texts);
  return first;
}

function textOf<Code extends string>(code: string, { codes, other }: ProblemTexts<Code>): TextKey {
  if (isOneOf(code, codes)) return codes[code];
  // The customer canceled the dialog that asks for the password again.
  return code === 'ConfirmationNeeded' ? 'confirmIdentity.notDone' : other;
}

function isOneOf<Code extends string>(code: string, codes: Readonly<Record<Code, TextKey>>): code is Code {
  return Object.hasOwn(codes, code);
}

export function textsByCode<Code extends string, Key extends TextKey>(
  codes: readonly Code[],
  keyOf: (code: Code) => Key,
): Readonly<Record<Code, Key>> {
  return Object.fromEntries(codes.map((code) => [code, keyOf(code)])) as Record<Code, Key>;
}
