import type { z } from 'zod';
import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import type { DeskContract } from '#common/desk/all-desk-apis.ts';
import type { DeskEndpoint, DeskProblem } from '#common/desk/desk-contract.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { noteAnswer } from './last-answer.ts';

export type DeskKey = keyof DeskContract;

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;
type Part<Key extends DeskKey, Name extends 'query' | 'body'> =
  DeskContract[Key] extends Record<Name, infer Schema> ? { readonly [Given in Name]: InputOf<Schema> } : unknown;

export type DeskInput<Key extends DeskKey> = Part<Key, 'query'> & Part<Key, 'body'>;
export type DeskAnswer<Key extends DeskKey> = DeskContract[Key] extends DeskEndpoint
  ? z.output<DeskContract[Key]['answer']>
  : never;

/** A refusal by the server, or `Offline` without an answer. */
export class DeskError extends Error {
  override readonly name = 'DeskError';
  readonly status: number;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

let whenSignedOut = () => undefined as void;

/** Registers what happens when the server no longer knows the session. */
export function onSignedOut(act: () => void): void {
  whenSignedOut = act;
}

/**
 * Makes a call of the desk. If it needs a confirmation, asks for it and makes the call again.
 * @param submission sent with every try of the same submission, so that a call that is `keyed` acts once
 * @throws DeskError
 */
export async function deskCall<Key extends DeskKey>(
  key: Key,
  input: DeskInput<Key>,
  submission?: string,
): Promise<DeskAnswer<Key>> {
  const response = await confirmed(key, input, submission);
  return (await response.json()) as DeskAnswer<Key>;
}

export type DeskSend = <Key extends DeskKey>(key: Key, input: DeskInput<Key>) => Promise<DeskAnswer<Key>>;

/**
 * Sends the submissions of one form or dialog. One whose answer got lost keeps its key: pressing the button again asks
 * for the answer of the first, instead of doing it twice.
 */
export function submissions(): DeskSend {
  let open: string | undefined;
  return async (key, input) => {
    open ??= crypto.randomUUID();
    try {
      const answer = await deskCall(key, input, open);
      open = undefined;
      return answer;
    } catch (error) {
      if (error instanceof DeskError && error.status > 0 && error.status < 500) open = undefined;
      throw error;
    }
  };
}

/**
 * Makes a call that answers with a file, and saves it.
 * @throws DeskError
 */
export async function deskDownload<Key extends DeskKey>(key: Key, input: DeskInput<Key>): Promise<void> {
  const response = await confirmed(key, input);
  const [, name = 'file'] = /filename\*=UTF-8''(.+)$/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = decodeURIComponent(name);
  link.click();
  // Some browsers read the address after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function confirmed<Key extends DeskKey>(key: Key, input: DeskInput<Key>, submission?: string): Promise<Response> {
  try {
    return await send(key, input, submission);
  } catch (error) {
    if (!(error instanceof DeskError)) throw error;
    if (error.status === 401) whenSignedOut();
    if (error.message !== 'ConfirmFirst') throw error;
    await confirmIdentity({
      begin: async () => answerOf(await send('POST /api/desk/begin-confirmation', { body: {} })),
      confirm: (passkey) => send('POST /api/desk/confirm', { body: { passkey } }),
    });
    return send(key, input, submission);
  }
}

async function answerOf(response: Response): Promise<DeskAnswer<'POST /api/desk/begin-confirmation'>> {
  return (await response.json()) as DeskAnswer<'POST /api/desk/begin-confirmation'>;
}

async function send<Key extends DeskKey>(key: Key, input: DeskInput<Key>, submission?: string): Promise<Response> {
  const [method = '', path = ''] = key.split(' ');
  const { query, body } = input as { readonly query?: object; readonly body?: object };
  const response = await fetch(path + searchOf(query), {
    method,
    headers: {
      'passbook-desk': '1',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(submission === undefined ? {} : { [IDEMPOTENCY_HEADER]: submission }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (!response) throw new DeskError(0, 'Offline');
  if (response.status !== 401) noteAnswer();
  if (response.ok) return response;
  const problem: unknown = await response.json().catch(() => ({}));
  throw new DeskError(response.status, codeOf(response.status, problem as Partial<DeskProblem>));
}

function searchOf(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

function codeOf(status: number, { error }: Partial<DeskProblem>): string {
  if (error !== undefined) return error;
  return status === 429 ? 'TooManyRequests' : status === 503 ? 'Unavailable' : 'Error';
}
