import type { Envelope } from './envelope.ts';

export const noErrors: Envelope = { HasNoErrors: true, Errors: [] };

export function failed(...messages: readonly [string, ...string[]]): Envelope {
  return { HasNoErrors: false, Errors: messages.map((ErrorMessage) => ({ ErrorMessage })) };
}
