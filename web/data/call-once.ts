import type { Contract } from '#common/contract/all-apis.ts';
import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import { type AnswerOf, type Arguments, call, type CallOptions, type CallResult, type ContractKey } from './client.ts';
import { nextAsk } from './next-ask.ts';
import { currentSession } from './session.ts';

type KeyedCall = { [Key in ContractKey]: Contract[Key] extends { readonly keyed: true } ? Key : never }[ContractKey];

interface OpenRequest {
  readonly key: string;
  readonly options: unknown;
}

/** Retries of a lost answer before the customer is told. */
const MAX_TRIES = 3;

/** Requests with an unknown outcome, by content. */
const openRequests = new Map<string, OpenRequest>();

/**
 * Sends a call with an idempotency key and retries lost answers with the same key. Without any answer, the key is kept,
 * so the customer's next attempt with the same content counts as the same request.
 * @param content identifies the request; leave out a captcha's proof
 */
export async function callOnce<Key extends KeyedCall>(
  name: Key,
  options: CallOptions<Key>,
  content: unknown = options.body,
): Promise<CallResult<AnswerOf<Key>>> {
  const id = JSON.stringify([currentSession()?.customerId, name, content]);
  const open = openRequests.get(id) ?? { key: crypto.randomUUID(), options };
  openRequests.set(id, open);
  const request = { ...(open.options as CallOptions<Key>), headers: { [IDEMPOTENCY_HEADER]: open.key } };
  for (let tries = 1; ; tries += 1) {
    const result = await call(name, ...([request] as unknown as Arguments<Key>));
    if (result.kind !== 'unreachable') {
      if (result.kind === 'answer' || result.status < 500) openRequests.delete(id);
      return result;
    }
    if (tries === MAX_TRIES) return result;
    await nextAsk(tries - 1);
  }
}
