import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The allowed clock difference between portal and host, and how long signatures are remembered. */
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
  /** Random, so equal requests in the same millisecond have different signatures. */
  readonly nonce: string;
}

/** Signs method, path, time, nonce and the SHA-256 of the body, one per line, with HMAC-SHA-256. */
export function signRequest(key: Uint8Array, { method, path, body, time, nonce }: SignedRequest): string {
  const bodyHash = createHash('sha256').update(body).digest('hex');
  return createHmac('sha256', key).update([method, path, time, nonce, bodyHash].join('\n')).digest('base64url');
}

export type SignatureProblem = 'outsideWindow' | 'wrong' | 'replayed';

/** Checks signatures and rejects replays within the window. Per process. */
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

  /** Oldest first, because a Map keeps insertion order. */
  #forget(now: number): void {
    for (const [signature, until] of this.#seen) {
      if (until > now) return;
      this.#seen.delete(signature);
    }
  }
}
