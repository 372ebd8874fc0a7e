import type { z } from 'zod';
import type { Contract } from '#common/contract/all-apis.ts';
import type { Envelope } from '#common/contract/envelope.ts';
import { HOST_UNAVAILABLE } from '#common/contract/host-unavailable.ts';
import { REFERENCE_HEADER } from '#common/contract/reference-header.ts';
import { askToConfirm, canAskToConfirm } from './confirm-identity.ts';
import { type CallInit, takeEarlyAnswer } from './early-answers.ts';
import { noteHost } from './host-status.ts';
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
    /** Cancels the call; its promise rejects with the signal's reason. */
    readonly signal?: AbortSignal | undefined;
    readonly timeoutMs?: number;
  };

export type Arguments<Key extends ContractKey> =
  CallOptions<'GET /api/accountList'> extends CallOptions<Key>
    ? [options?: CallOptions<Key>]
    : [options: CallOptions<Key>];

/** Excludes the bare envelope, which means failure where a success has more fields. */
type Successful<Body> = [WithoutEnvelope<Body>] extends [never] ? Body : WithoutEnvelope<Body>;
type WithoutEnvelope<Body> = Body extends Envelope ? (Envelope extends Body ? never : Body) : Body;

export type AnswerOf<Key extends ContractKey> = Successful<z.output<Contract[Key]['answers'][200]>>;

/** The server refused: by status, or with `HasNoErrors` false. Codes may be sentences from the host. */
export interface Refused {
  readonly kind: 'refused';
  readonly status: number;
  readonly codes: readonly string[];
  /** Names the failure of an outside service in the server's log. */
  readonly reference?: string | undefined;
}

/** No answer, or one saying that the server cannot reach what it needs. The request may have been carried out. */
export interface Unreachable {
  readonly kind: 'unreachable';
  readonly timedOut: boolean;
  /** The server answers, but the system that keeps the accounts doesn't. */
  readonly hostDown?: true;
  readonly reference?: string | undefined;
  /** The server answers, but can't reach its database. */
  readonly portalDown?: true;
}

export type CallResult<Body> = { readonly kind: 'answer'; readonly body: Body } | Refused | Unreachable;

/** The refusal that asks the user to confirm their identity; afterwards the call is repeated. */
const CONFIRMATION_NEEDED = 'ConfirmationNeeded';

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * For calls still running when their session ended or another began. The answer is dropped: the next customer must not
 * see it or lose their session to it.
 */
const sessionIsOver: Refused = { kind: 'refused', status: 401, codes: [] };

/**
 * Makes a typed call of the contract. Rejects only if `signal` aborts it, never for failures. A 401 ends the session.
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
      // Required in every call (A 6, P 7, M 7) for systems in front of the server; the server takes the branch from the
      // session.
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

  const { reference } = received;
  const codes = errorCodes(received.body);
  if (received.status === 503 && codes?.includes('Unavailable') === true) {
    // Public screens have no banner; their forms say it.
    if (session) noteHost('portalDown', reference);
    return { kind: 'unreachable', timedOut: false, portalDown: true, reference };
  }
  if (received.status === 503 && codes?.includes(HOST_UNAVAILABLE) === true) {
    noteHost('down', reference);
    return { kind: 'unreachable', timedOut: false, hostDown: true, reference };
  }
  if (received.status === 403 && codes?.includes(CONFIRMATION_NEEDED) === true && canAskToConfirm()) {
    const confirmed = await askToConfirm();
    // Don't send one customer's request in another's session.
    if (session?.userToken !== currentSession()?.userToken) return sessionIsOver;
    if (confirmed) return call(key, ...([options] as Arguments<Key>));
  }
  if (session && received.status === 401) endRefusedSession();
  else if (session && received.status === 200) proveSession();
  return received.status === 200 && codes === undefined
    ? { kind: 'answer', body: received.body as AnswerOf<Key> }
    : { kind: 'refused', status: received.status, codes: codes ?? [], reference };
}

interface Received {
  readonly status: number;
  readonly body: unknown;
  readonly reference: string | undefined;
}

async function exchange(address: string, init: CallInit): Promise<Received | Unreachable> {
  try {
    const response = await (takeEarlyAnswer(address, init) ?? fetch(address, init));
    const text = await response.text();
    const isPlainText = response.headers.get('content-type')?.startsWith('text/plain') === true;
    const reference = response.headers.get(REFERENCE_HEADER) ?? undefined;
    return { status: response.status, body: isPlainText ? text : parse(text, response.ok), reference };
  } catch (error) {
    return { kind: 'unreachable', timedOut: error instanceof DOMException && error.name === 'TimeoutError' };
  }
}

/** Successful answers are JSON unless declared as text; errors may come from a proxy in any format. */
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
