import { randomUUID } from 'node:crypto';
import { addressUnder } from '#server/platform/address-under.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { HttpHostSettings } from './http-host.ts';
import { signatureHeaders, signRequest } from './signature.ts';

interface Caller {
  readonly settings: HttpHostSettings;
  readonly customerId: string;
  readonly clock: Clock;
}

interface SignedCall {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A call of `findCustomer` with its signature. */
export function signed(
  { settings, clock, customerId }: Caller,
  shiftMs = 0,
  input: object = { customerId },
): SignedCall {
  const body = JSON.stringify(input);
  const { pathname: path } = addressUnder(settings.url, '/v1/findCustomer');
  const [time, nonce] = [clock.now().epochMilliseconds + shiftMs, randomUUID()];
  const signature = signRequest(settings.key, { method: 'POST', path, body, time, nonce });
  const { time: timeHeader, nonce: nonceHeader, signature: signatureHeader } = signatureHeaders;
  return { body, headers: { [timeHeader]: String(time), [nonceHeader]: nonce, [signatureHeader]: signature } };
}

/** Returns the status of the answer. */
export async function send({ settings: { url, timeoutMs } }: Caller, { body, headers }: SignedCall): Promise<number> {
  const response = await fetch(addressUnder(url, '/v1/findCustomer'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.body?.cancel();
  return response.status;
}
