import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { addressUnder } from '#server/platform/address-under.ts';
import type { OutsideService, TlsFiles } from '#server/platform/network-variables.ts';
import { answerProblems } from './answer-problems.ts';
import { InformationRefused, ProcessorUnavailable } from './card-processor.ts';

/**
 * Statuses that reject the data. Others concern our credentials (401, 403, 404), load (408, 429), or a reused payment
 * id (409 to a charge), whose outcome must be asked for.
 */
const REFUSALS_OF_INFORMATION: readonly number[] = [400, 402, 422];

/** Larger than a page of 1,000 charges with every text at its limit. */
const MAX_ANSWER_BYTES = 4_000_000;

export interface NetworkRequest {
  readonly path: string;
  /** Without one, the request is a GET. */
  readonly body?: object;
  /** The processor answers a repeated key with the first answer. */
  readonly idempotencyKey?: string;
}

export interface NetworkClient {
  /**
   * Returns the answer in the shape of `schema`; fields it doesn't name are ignored.
   * @throws InformationRefused or ProcessorUnavailable. The cause contains addresses and codes, never the data sent.
   */
  ask<Schema extends z.ZodType>(schema: Schema, request: NetworkRequest): Promise<z.output<Schema>>;
}

/** Calls one service of the payments network: JSON over HTTP, with a key or a client certificate. */
export function createNetworkClient({ url, key, tls, timeoutMs }: OutsideService): NetworkClient {
  const send = tls ? sendWithCertificate(readTlsFiles(tls)) : fetch;
  return {
    async ask(schema, { path, body, idempotencyKey }) {
      const headers = {
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      };
      const answer = await exchange(send, addressUnder(url, path), timeoutMs, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers,
      });
      const parsed = schema.safeParse(answer);
      if (parsed.success) return parsed.data;
      throw new ProcessorUnavailable(
        `The answer to ${path} is not understood: ${answerProblems(parsed.error, answer)}`,
      );
    },
  };
}

interface RequestOptions {
  readonly method?: string;
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface NetworkResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly body: (AsyncIterable<unknown> & { cancel(): Promise<void> }) | null;
}

type Send = (
  address: URL,
  request: RequestOptions & { readonly redirect: 'error'; readonly signal: AbortSignal },
) => Promise<NetworkResponse>;

/** Node's own fetch takes no certificate. Its library does, and takes 15 MB, so only those who need it load it. */
function sendWithCertificate(connect: Readonly<Record<string, Buffer>>): Send {
  const library = import('undici').then(({ Agent, fetch: send }) => ({ send, dispatcher: new Agent({ connect }) }));
  return async (address, request) => {
    const { send, dispatcher } = await library;
    return send(address, { ...request, dispatcher });
  };
}

async function exchange(send: Send, address: URL, timeoutMs: number, request: RequestOptions): Promise<unknown> {
  let status: number;
  let text: string | undefined;
  try {
    const response = await send(address, {
      ...request,
      // Following a redirect could leak the card.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    if (response.ok) text = await readText(response);
    else await response.body?.cancel();
  } catch (error) {
    if (error instanceof ProcessorUnavailable) throw error;
    throw new ProcessorUnavailable(`No answer from the payments network: ${reasonOf(error, timeoutMs)}`, {
      cause: error,
    });
  }
  if (text === undefined) {
    const Refusal = REFUSALS_OF_INFORMATION.includes(status) ? InformationRefused : ProcessorUnavailable;
    throw new Refusal(`The payments network answered ${status}${hintOf(status)}`, { status });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ProcessorUnavailable('The payments network answered with something other than JSON');
  }
}

async function readText(response: NetworkResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new ProcessorUnavailable('The answer of the payments network is too long');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `nothing within ${timeoutMs} ms`;
  const { cause } = error as { readonly cause?: { readonly code?: string; readonly message?: string } };
  return cause?.code ?? cause?.message ?? 'the connection failed';
}

function hintOf(status: number): string {
  if (status === 401 || status === 403) return '; check the key or the certificate';
  return status === 404 ? '; check the path in the address' : '';
}

function readTlsFiles({ certificateFile, keyFile, authorityFile }: TlsFiles): Record<string, Buffer> {
  return {
    ...(certificateFile !== null && { cert: readFileSync(certificateFile) }),
    ...(keyFile !== null && { key: readFileSync(keyFile) }),
    ...(authorityFile !== null && { ca: readFileSync(authorityFile) }),
  };
}
