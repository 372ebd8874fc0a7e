import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** How far the clocks of portal and host may be apart, and how long a signature is remembered. */
const SIGNATURE_WINDOW_MS = 60_000;

export const signatureHeaders = {
  time: 'passbook-time',
  nonce: 'passbook-nonce',
  signature: 'passbook-signature',
} as const;

export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Never used twice, so that two equal requests of one millisecond are told apart. */
  readonly nonce: string;
}

/** Signs method, path, time, nonce and the SHA-256 of the body, one line each, with HMAC-SHA-256. */
export function signRequest(key: Uint8Array, { method, path, body, time, nonce }: SignedRequest): string {
  const bodyHash = createHash('sha256').update(body).digest('hex');
  return createHmac('sha256', key).update([method, path, time, nonce, bodyHash].join('\n')).digest('base64url');
}

export type SignatureProblem = 'outsideWindow' | 'wrong' | 'replayed';

/** Checks signatures, and that none comes twice within the window. One checker serves one process. */
export class SignatureChecker {
  readonly #key: Uint8Array;
  readonly #seen = new Map<string, number>();

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  find(request: SignedRequest, signature: string, now: number): SignatureProblem | undefined {
    if (Math.abs(now - request.time) > SIGNATURE_WINDOW_MS) return 'outsideWindow';
    const expected = Buffer.from(signRequest(this.#key, request));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'wrong';
    this.#forget(now);
    if (this.#seen.has(signature)) return 'replayed';
    this.#seen.set(signature, request.time + 2 * SIGNATURE_WINDOW_MS);
    return undefined;
  }

  /** The oldest come first, as a map keeps its order. */
  #forget(now: number): void {
    for (const [signature, until] of this.#seen) {
      if (until > now) return;
      this.#seen.delete(signature);
    }
  }
}
