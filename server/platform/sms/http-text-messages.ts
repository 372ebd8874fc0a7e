import type { z } from 'zod';
import { addressUnder } from '#server/platform/address-under.ts';
import { NotTextable, type TextMessageProvider, TextProviderUnavailable } from './text-message-provider.ts';
import { changeAnswer, NOT_TEXTABLE_STATUS, subscriptionsAnswer } from './text-messages.wire.ts';

export interface HttpTextMessagesOptions {
  readonly timeoutMs: number;
  /** Sent as a bearer token; the sandbox needs none. */
  readonly apiKey: string | null;
}

export function createHttpTextMessages(url: string, options: HttpTextMessagesOptions): TextMessageProvider {
  const subscriptionsOf = (phone: string) => `/telephones/${encodeURIComponent(phone)}/subscriptions`;
  return {
    async send(message) {
      await ask(url, options, { method: 'POST', path: '/messages', body: message });
    },
    async listSubscriptions(phone) {
      const answer = await ask(url, options, { method: 'GET', path: subscriptionsOf(phone) });
      return read(subscriptionsAnswer, answer).subscriptions;
    },
    async changeSubscriptions(phone, changes) {
      const answer = await ask(url, options, { method: 'PUT', path: subscriptionsOf(phone), body: { changes } });
      return read(changeAnswer, answer).outcomes;
    },
  };
}

interface Question {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
}

/** Too slow, too early, too many. */
const PASSING_STATUSES: readonly number[] = [408, 425, 429];

/** @throws NotTextable or TextProviderUnavailable; neither contains a phone number */
async function ask(url: string, options: HttpTextMessagesOptions, { method, path, body }: Question): Promise<unknown> {
  let status: number;
  let answer: unknown;
  try {
    const response = await fetch(addressUnder(url, path), {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(options.apiKey === null ? {} : { authorization: `Bearer ${options.apiKey}` }),
      },
      body: body ? JSON.stringify(body) : null,
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs),
    });
    status = response.status;
    if (response.ok) answer = await response.json();
    else await response.body?.cancel();
  } catch (error) {
    throw new TextProviderUnavailable('No answer from the text message provider', { cause: error });
  }
  if (answer !== undefined) return answer;
  if (status === NOT_TEXTABLE_STATUS) throw new NotTextable('The phone takes no texts');
  const isRefusal = status >= 400 && status < 500 && !PASSING_STATUSES.includes(status);
  throw new TextProviderUnavailable(`The text message provider answered ${status}`, { isRefusal });
}

function read<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new TextProviderUnavailable('The answer of the text message provider is not understood');
  return parsed.data;
}
