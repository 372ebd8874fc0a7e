/** The calls that `early.js` started before other scripts arrived. */
interface EarlyCalls {
  readonly token: string | null;
  readonly calls?: AbortController;
  readonly answers?: Record<string, Promise<Response>>;
}

export interface CallInit extends RequestInit {
  readonly body: string | null;
}

declare const early: EarlyCalls | undefined;

/** An early answer must not be used for a later call. */
const FRESH_MS = 10_000;

/** Returns the early answer to this call once; undefined without one. A call with a body is found by both. */
export function takeEarlyAnswer(address: string, init: CallInit): Promise<Response> | undefined {
  if (typeof early === 'undefined' || !early.answers) return undefined;
  const call = address + (init.body ?? '');
  const answer = early.answers[call];
  delete early.answers[call];
  const isForThisSession = new Headers(init.headers).get('UserToken') === early.token;
  return isForThisSession && performance.now() < FRESH_MS ? answer : undefined;
}

/** Aborts the calls of an ended session. */
export function dropEarlyCalls(): void {
  if (typeof early !== 'undefined') early.calls?.abort();
}
