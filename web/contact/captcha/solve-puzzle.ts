import type { Solution } from 'altcha-lib/types';
import { call } from '#web/data/client.ts';
// With this suffix, the bundler returns the address of the built worker.
// oxlint-disable-next-line import/default
import workerAddress from './puzzle.worker.ts?worker&url';

/** Longer than the slowest phone needs. */
const TIMEOUT_MS = 90_000;

/** Loads a challenge and solves it in a worker. Rejects on failure. */
export async function solvePuzzle(signal: AbortSignal): Promise<string> {
  const result = await call('GET /api/Messages/GetCaptchaChallenge', { signal });
  if (result.kind !== 'answer') throw new Error('No challenge was loaded');
  const challenge = result.body;
  const solution = await workOn(challenge, signal);
  return btoa(JSON.stringify({ challenge, solution }));
}

function workOn(challenge: object, signal: AbortSignal): Promise<Solution> {
  const worker = new Worker(trusted(workerAddress), { type: 'module' });
  return new Promise<Solution>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    worker.addEventListener('error', () => reject(new Error('The challenge could not be processed')));
    worker.addEventListener('message', ({ data }: MessageEvent<Solution | { readonly error: unknown } | null>) => {
      if (data && 'derivedKey' in data) resolve(data);
      else reject(new Error('The challenge was not solved'));
    });
    // Workers, unlike windows, take no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage({ type: 'work', challenge, timeout: TIMEOUT_MS });
  }).finally(() => worker.terminate());
}

/** The part of Trusted Types used here; browsers without it accept plain URLs. */
interface TrustedTypesHost {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(address: string): string },
    ): { createScriptURL(address: string): string };
  };
}

/** The page's policy allows only script URLs created here: our worker's. */
const policy = (globalThis as TrustedTypesHost).trustedTypes?.createPolicy('passbook-worker', {
  createScriptURL(address) {
    if (address !== workerAddress) throw new TypeError('This script does not belong to the portal');
    return address;
  },
});

function trusted(address: string): string {
  return policy?.createScriptURL(address) ?? address;
}
