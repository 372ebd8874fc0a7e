// Serves core.mjs over the host protocol (docs/host-protocol.md). Usually needs no change.
// PASSBOOK_HOST_KEY=$(openssl rand -base64 32) PORT=8090 node docs/host-template/server.mjs
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { operations } from './core.mjs';

const key = Buffer.from(process.env.PASSBOOK_HOST_KEY ?? '', 'base64');
if (key.length !== 32) throw new Error('PASSBOOK_HOST_KEY must be 32 bytes in base64');

function refuse(status) {
  throw Object.assign(new Error(`Refused with ${status}`), { status });
}

const seen = new Map();

/** Refuses what isn't signed with the key, is older than a minute, or was seen before. */
function checkSignature({ method, url, headers }, body) {
  const { 'passbook-time': time, 'passbook-nonce': nonce, 'passbook-signature': signature = '' } = headers;
  const lines = [method, url, time, nonce, createHash('sha256').update(body).digest('hex')].join('\n');
  const expected = createHmac('sha256', key).update(lines).digest();
  const given = Buffer.from(signature, 'base64url');
  const isRight = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isRight || Math.abs(Date.now() - Number(time)) > 60_000 || seen.has(signature)) refuse(401);
  seen.set(signature, Date.now());
  for (const [old, at] of seen) if (at < Date.now() - 120_000) seen.delete(old);
}

/** The fields whose absence is refused; a real core checks all of `host-protocol.openapi.json`. */
const named = { findCustomer: ['customerId'], findLoan: ['customerId', 'accountNumber'], postPayment: ['paymentId'] };

const server = createServer(async (request, response) => {
  try {
    const body = Buffer.concat(await request.toArray()).toString();
    checkSignature(request, body);
    const name = request.url.split('/').at(-1);
    const input = JSON.parse(body);
    if ((named[name] ?? []).some((field) => typeof input[field] !== 'string')) refuse(400);
    response.end(JSON.stringify({ answer: operations[name]?.(input) }));
  } catch (error) {
    const status = error.status ?? (error instanceof SyntaxError ? 400 : 500);
    response.writeHead(status).end(JSON.stringify(error.answer ?? {}));
  }
});
server.listen(Number(process.env.PORT ?? 8090), '127.0.0.1', () => {
  process.stdout.write(`Core at port ${server.address().port}\n`);
});
