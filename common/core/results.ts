/** The result of an operation that can fail in expected, named ways. */
export type Result<Value, Failure extends string = string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

export function success<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function failure<Failure extends string>(error: Failure): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error };
}
