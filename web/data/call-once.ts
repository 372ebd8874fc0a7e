import type { Contract } from '#common/contract/all-apis.ts';
import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import { type AnswerOf, type Arguments, call, type CallOptions, type CallResult, type ContractKey } from './client.ts';
import { nextAsk } from './next-ask.ts';
import { currentSession } from './session.ts';

/** Calls that the server does once for each key. */
type KeyedCall = { [Key in ContractKey]: Contract[Key] extends { readonly keyed: true } ? Key : never }[ContractKey];

interface OpenRequest {
  readonly key: string;
  readonly options: unknown;
}

/** How often a lost answer is asked for before the person is told. */
const MAX_TRIES = 3;

/** Requests whose outcome is not known, by what they ask for. */
const openRequests = new Map<string, OpenRequest>();

/**
 * Makes a call that is done once, however often it is sent: an answer that was lost is asked for
 * with the same request under the same key. When none comes, the key is kept, so that the next
 * try of the same person with the same content is still the same request.
 * @param content what makes two requests the same; a captcha's proof does not belong to it
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
