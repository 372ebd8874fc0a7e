import type { z } from 'zod';
import type { Contract } from '#common/contract/all-apis.ts';
import type { Envelope } from '#common/contract/envelope.ts';
import { askToConfirm, canAskToConfirm } from './confirm-identity.ts';
import { callToken, currentSession, endRefusedSession, proveSession } from './session.ts';

export type ContractKey = keyof Contract;

type Input<Key extends ContractKey, Part extends 'query' | 'body'> =
  Contract[Key] extends Readonly<Record<Part, infer Schema extends z.ZodType>> ? z.input<Schema> : undefined;

type Part<Name extends string, Value> = undefined extends Value
  ? { readonly [Key in Name]?: never }
  : { readonly [Key in Name]: Value };

export type CallOptions<Key extends ContractKey> = Part<'query', Input<Key, 'query'>> &
  Part<'body', Input<Key, 'body'>> & {
    readonly headers?: Readonly<Record<string, string>>;
    /** Gives the call up; its promise then rejects with the signal's reason. */
    readonly signal?: AbortSignal | undefined;
    readonly timeoutMs?: number;
  };

export type Arguments<Key extends ContractKey> =
  CallOptions<'GET /api/accountList'> extends CallOptions<Key>
    ? [options?: CallOptions<Key>]
    : [options: CallOptions<Key>];

/** The answer without the plain envelope, which stands for a failure wherever an answer has more to say. */
type Successful<Body> = [WithoutEnvelope<Body>] extends [never] ? Body : WithoutEnvelope<Body>;
type WithoutEnvelope<Body> = Body extends Envelope ? (Envelope extends Body ? never : Body) : Body;

export type AnswerOf<Key extends ContractKey> = Successful<z.output<Contract[Key]['answers'][200]>>;

/** The server answered and said no: by status, or with `HasNoErrors` false. Codes may be sentences of the host. */
export interface Refused {
  readonly kind: 'refused';
  readonly status: number;
  readonly codes: readonly string[];
}

/** No answer arrived, or only that the server cannot reach its database. What was asked may have been done all the same. */
export interface Unreachable {
  readonly kind: 'unreachable';
  readonly timedOut: boolean;
}

export type CallResult<Body> = { readonly kind: 'answer'; readonly body: Body } | Refused | Unreachable;

/** What a call is refused with that needs one more proof of who is there; once given, it is made again. */
const CONFIRMATION_NEEDED = 'ConfirmationNeeded';

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * For calls that were under way when their session ended or another one began. What the
 * server answered is dropped: it must neither be shown to the next customer nor end their session.
 */
const sessionIsOver: Refused = { kind: 'refused', status: 401, codes: [] };

/**
 * One call of the contract, typed by it. Never rejects for a failure of server
 * or network, only when `signal` gives it up. A 401 ends the session.
 */
export async function call<Key extends ContractKey>(
  key: Key,
  ...[options = {} as CallOptions<Key>]: Arguments<Key>
): Promise<CallResult<AnswerOf<Key>>> {
  const [method = '', path = ''] = key.split(' ');
  const session = currentSession();
  const userToken = callToken();
  const query = options.query as Query | undefined;
  const received = await exchange(path + queryText(query), {
    method,
    credentials: 'same-origin',
    headers: {
      ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(userToken === '' ? {} : { UserToken: userToken }),
      // Demanded of every call (A 6, P 7, M 7) for what stands before the server; the server itself knows the branch by the session.
      ...(session && session.servicingBranch !== '' ? { ServicingBranch: session.servicingBranch } : {}),
      ...options.headers,
    },
    body: options.body === undefined ? null : JSON.stringify(options.body),
    signal: AbortSignal.any([
      AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
      ...(options.signal ? [options.signal] : []),
    ]),
  });
  options.signal?.throwIfAborted();
  if (session && session.userToken !== currentSession()?.userToken) return sessionIsOver;
  if ('kind' in received) return received;

  const codes = errorCodes(received.body);
  if (received.status === 503 && codes?.includes('Unavailable') === true)
    return { kind: 'unreachable', timedOut: false };
  if (received.status === 403 && codes?.includes(CONFIRMATION_NEEDED) === true && canAskToConfirm()) {
    const confirmed = await askToConfirm();
    // What one customer wanted must not be sent again for the next.
    if (session?.userToken !== currentSession()?.userToken) return sessionIsOver;
    if (confirmed) return call(key, ...([options] as Arguments<Key>));
  }
  if (session && received.status === 401) endRefusedSession();
  else if (session && received.status === 200) proveSession();
  return received.status === 200 && codes === undefined
    ? { kind: 'answer', body: received.body as AnswerOf<Key> }
    : { kind: 'refused', status: received.status, codes: codes ?? [] };
}

async function exchange(address: string, init: RequestInit): Promise<{ status: number; body: unknown } | Unreachable> {
  try {
    const response = await fetch(address, init);
    const text = await response.text();
    const isPlainText = response.headers.get('content-type')?.startsWith('text/plain') === true;
    return { status: response.status, body: isPlainText ? text : parse(text, response.ok) };
  } catch (error) {
    return { kind: 'unreachable', timedOut: error instanceof DOMException && error.name === 'TimeoutError' };
  }
}

/** An answer that is no plain text must be JSON; an error may come from a proxy in any shape. */
function parse(text: string, ok: boolean): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (ok) throw error;
    return undefined;
  }
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

function queryText(query: Query | undefined): string {
  if (!query) return '';
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `?${new URLSearchParams(pairs).toString()}`;
}

function errorCodes(body: unknown): readonly string[] | undefined {
  const envelope = body as Partial<Envelope> | null | undefined;
  if (typeof envelope !== 'object' || envelope?.HasNoErrors !== false) return undefined;
  return (envelope.Errors ?? []).map((error) => error.ErrorMessage);
}
