/** The calls that `early.js` started before other scripts arrived. */
interface EarlyCalls {
  readonly token: string | null;
  readonly calls?: AbortController;
  readonly answers?: Record<string, Promise<Response>>;
}

declare const early: EarlyCalls | undefined;

/** An early answer must not be used for a later call. */
const FRESH_MS = 10_000;

/** Returns the early answer to this call once; undefined without one. */
export function takeEarlyAnswer(address: string, init: RequestInit): Promise<Response> | undefined {
  if (typeof early === 'undefined' || !early.answers || init.method !== 'GET') return undefined;
  const answer = early.answers[address];
  delete early.answers[address];
  const isForThisSession = new Headers(init.headers).get('UserToken') === early.token;
  return isForThisSession && performance.now() < FRESH_MS ? answer : undefined;
}

/** Aborts the calls of an ended session. */
export function dropEarlyCalls(): void {
  if (typeof early !== 'undefined') early.calls?.abort();
}
