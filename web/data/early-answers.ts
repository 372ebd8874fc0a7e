/** What `early.js` started before any other script had arrived. */
interface EarlyCalls {
  readonly token: string | null;
  readonly calls?: AbortController;
  readonly answers?: Record<string, Promise<Response>>;
}

declare const early: EarlyCalls | undefined;

/** An answer of the first moment must not be taken for a later one. */
const FRESH_MS = 10_000;

/** Returns the answer that is already on its way for this call, once; undefined when there is none. */
export function takeEarlyAnswer(address: string, init: RequestInit): Promise<Response> | undefined {
  if (typeof early === 'undefined' || !early.answers || init.method !== 'GET') return undefined;
  const answer = early.answers[address];
  delete early.answers[address];
  const isForThisSession = new Headers(init.headers).get('UserToken') === early.token;
  return isForThisSession && performance.now() < FRESH_MS ? answer : undefined;
}

/** Gives up the calls whose session is over. */
export function dropEarlyCalls(): void {
  if (typeof early !== 'undefined') early.calls?.abort();
}
