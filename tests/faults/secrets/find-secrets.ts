import type { Secret } from './canaries.ts';

/** Shorter ones occur in many numbers and hashes, so they only count as whole words. */
const SHORT = 8;

/** A place the product writes to, with its content. */
export interface Sink {
  readonly name: string;
  readonly text: string;
}

/** Finds secrets in a sink, plain or in an encoding that is easily reversed. */
export function findSecrets(sinks: readonly Sink[], secrets: readonly Secret[]): string[] {
  return sinks.flatMap(({ name: sink, text }) =>
    secrets.flatMap((secret) => formsFoundIn(text, secret.value).map((form) => `${secret.name} as ${form} in ${sink}`)),
  );
}

function formsFoundIn(text: string, value: string): string[] {
  if (value.length < SHORT) {
    const alone = new RegExp(`(?<![\\w.])${RegExp.escape(value)}(?![\\w.])`);
    return alone.test(text) ? ['it is'] : [];
  }
  const bytes = Buffer.from(value);
  const forms = {
    'it is': value,
    'part of an address': encodeURIComponent(value),
    hex: bytes.toString('hex'),
    // Without the end, which depends on the following bytes.
    base64: bytes.toString('base64').slice(0, -4),
    'base64 for addresses': bytes.toString('base64url').slice(0, -4),
  };
  const seen = new Set<string>();
  return Object.entries(forms).flatMap(([form, written]) => {
    if (seen.has(written)) return [];
    seen.add(written);
    return text.includes(written) ? [form] : [];
  });
}
