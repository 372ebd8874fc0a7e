import { failed } from '#common/contract/answers.ts';
import type { Envelope } from '#common/contract/envelope.ts';

/** Ends a request with a status and a generic answer; uploads also get the reason in words. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly envelope: Envelope & { readonly Message?: string };

  constructor(status: 400 | 401 | 403 | 404 | 405 | 413 | 422 | 429 | 503, code: string, message?: string) {
    super(code);
    this.status = status;
    this.envelope = message === undefined ? failed(code) : { ...failed(code), Message: message };
  }
}
