import type { Contract } from '#common/contract/all-apis.ts';
import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import { type AnswerOf, type Arguments, call, type CallOptions, type CallResult, type ContractKey } from './client.ts';
import { forgetSubmission, type KeyedRequest } from './followed-submissions.ts';
import { pollOutcome, rememberRequest } from './follow-submissions.ts';
import { nextPoll } from './next-poll.ts';
import { currentSession } from './session.ts';

/** Calls the server runs once per key, except uploads (`upload-file.ts`). */
type KeyedCall = Exclude<
  { [Key in ContractKey]: Contract[Key] extends { readonly keyed: true } ? Key : never }[ContractKey],
  `${string} /api/file/${string}` | 'POST /api/Conversations/Attach'
>;

const kinds: Readonly<Record<KeyedCall, KeyedRequest['kind']>> = {
  'POST /api/Messages/ContactUs': 'message',
  'POST /api/Messages/Feedback': 'message',
  'POST /api/Conversations/Begin': 'message',
  'POST /api/Conversations/Reply': 'message',
  'PUT /api/ManualChangeContactInfo': 'contactChange',
  'POST /api/Forms/Send': 'form',
  'POST /api/Register/RegisterUser': 'registration',
};

interface OpenRequest {
  readonly key: string;
  readonly options: unknown;
}

/** How often a request without an answer is sent before the customer is told. */
export const MAX_TRIES = 3;

/** Requests with an unknown outcome, by content. */
const openRequests = new Map<string, OpenRequest>();

/**
 * Sends a call with an idempotency key and retries lost answers with the same key. Without any answer, the key is kept:
 * the customer's next attempt with the same content counts as the same request, and the shell shows its outcome, also
 * after a reload or in the next visit.
 * @param content identifies the request; leave out a captcha's proof
 */
export async function callOnce<Key extends KeyedCall>(
  name: Key,
  options: CallOptions<Key>,
  content: unknown = options.body,
): Promise<CallResult<AnswerOf<Key>>> {
  const session = currentSession();
  const id = JSON.stringify([session?.customerId, name, content]);
  const open = openRequests.get(id) ?? { key: crypto.randomUUID(), options };
  openRequests.set(id, open);
  const remembered = rememberRequest(kinds[name], open.key);
  const request = { ...(open.options as CallOptions<Key>), headers: { [IDEMPOTENCY_HEADER]: open.key } };
  for (let tries = 1; ; tries += 1) {
    const result = await call(name, ...([request] as unknown as Arguments<Key>));
    // Its outcome is told at the next sign-in.
    if (currentSession()?.userToken !== session?.userToken) return result;
    if (result.kind === 'answer' || (result.kind === 'refused' && result.status < 500)) {
      openRequests.delete(id);
      forgetSubmission(open.key);
      return result;
    }
    if (result.kind === 'refused' || tries === MAX_TRIES) {
      pollOutcome(remembered);
      return result;
    }
    await nextPoll(tries - 1);
  }
}
