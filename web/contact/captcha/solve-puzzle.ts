import type { Solution } from 'altcha-lib/types';
import { call } from '#web/data/client.ts';
// With this ending the bundler gives the address of the worker it makes of the file.
// oxlint-disable-next-line import/default
import workerAddress from './puzzle.worker.ts?worker&url';

/** Longer than the slowest phone needs. */
const TIMEOUT_MS = 90_000;

/** Fetches a puzzle of the server and solves it in a worker, so that the page goes on. Rejects when that cannot be done. */
export async function solvePuzzle(signal: AbortSignal): Promise<string> {
  const result = await call('GET /api/Messages/GetCaptchaChallenge', { signal });
  if (result.kind !== 'answer') throw new Error('There is no puzzle to solve');
  const challenge = result.body;
  const solution = await workOn(challenge, signal);
  return btoa(JSON.stringify({ challenge, solution }));
}

function workOn(challenge: object, signal: AbortSignal): Promise<Solution> {
  const worker = new Worker(trusted(workerAddress), { type: 'module' });
  return new Promise<Solution>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    worker.addEventListener('error', () => reject(new Error('The puzzle could not be worked on')));
    worker.addEventListener('message', ({ data }: MessageEvent<Solution | { readonly error: unknown } | null>) => {
      if (data && 'derivedKey' in data) resolve(data);
      else reject(new Error('The puzzle was not solved'));
    });
    // A worker, unlike a window, has no origin to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage({ type: 'work', challenge, timeout: TIMEOUT_MS });
  }).finally(() => worker.terminate());
}

/** The part of Trusted Types used here; browsers without it take plain addresses. */
interface TrustedTypesHost {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(address: string): string },
    ): { createScriptURL(address: string): string };
  };
}

/** The page's policy lets scripts come from addresses only that went through here: the one of our worker. */
const policy = (globalThis as TrustedTypesHost).trustedTypes?.createPolicy('passbook-worker', {
  createScriptURL(address) {
    if (address !== workerAddress) throw new TypeError('This is no script of the portal');
    return address;
  },
});

function trusted(address: string): string {
  return policy?.createScriptURL(address) ?? address;
}
