// A card processor behind the interface of docs/card-processor.md. It charges no one: replace the lines that touch
// `cards` and `charges` by calls of your processor's API, and keep the rules. Without a store it forgets at every start.
// PROCESSOR_KEY=secret PORT=8091 node docs/processor-template/processor.mjs
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';

const { PORT = 8091, PROCESSOR_KEY, PROCESSOR_TLS_CERTIFICATE: certificate, PROCESSOR_TLS_KEY: key } = process.env;
const brands = { 3: 'amex', 4: 'visa', 5: 'master', 6: 'discover' };
const [cards, charges, refunds] = [new Map(), new Map(), new Set()];

function refuse(status) {
  throw Object.assign(new Error(`Refused with ${status}`), { status });
}

function takeCard({ cardNumber: number, expiration }) {
  if (!brands[number[0]]) refuse(422);
  const card = { token: randomUUID(), brand: brands[number[0]], lastFour: number.slice(-4) };
  const fingerprint = createHash('sha256').update(`${PROCESSOR_KEY}${number}`).digest('hex');
  cards.set(card.token, { found: { ...card, fingerprint, expiration }, isDeclined: number === '4000000000000002' });
  return { ...card, fingerprint };
}

/** A payment id keeps its first outcome; `absent` is a tombstone. */
function store(paymentId, token, amountCents, outcome) {
  if (!charges.has(paymentId)) {
    charges.set(paymentId, {
      sequence: charges.size + 1,
      paymentId,
      token,
      amountCents,
      outcome,
      refunded: false,
      refundedCents: 0,
    });
  }
  return charges.get(paymentId);
}

function charge({ paymentId, token, amountCents }) {
  if (!cards.has(token)) refuse(422);
  const approved = { state: 'approved', authorization: randomUUID().slice(0, 6) };
  const outcome = cards.get(token).isDeclined ? { state: 'declined', reason: 'Declined' } : approved;
  const known = store(paymentId, token, amountCents, outcome);
  if (known.outcome.state === 'absent' || known.token !== token || known.amountCents !== amountCents) refuse(409);
  return known.outcome;
}

/** All of a charge, or with a refund id a part of it. */
function refund(paymentId, { refundId, amountCents }) {
  const charge = charges.get(paymentId);
  if (charge?.outcome.state !== 'approved') refuse(409);
  if (refunds.has(refundId)) return {};
  const refundedCents = refundId === undefined ? charge.amountCents : charge.refundedCents + amountCents;
  if (refundedCents > charge.amountCents) refuse(409);
  if (refundId !== undefined) refunds.add(refundId);
  return Object.assign(charge, { refundedCents, refunded: refundedCents === charge.amountCents }) && {};
}

function answer(request, body) {
  const { pathname, searchParams } = new URL(request.url, 'http://processor');
  const [, what, id, act] = pathname.split('/').map(decodeURIComponent);
  if (request.headers.authorization !== `Bearer ${PROCESSOR_KEY}`) refuse(401);
  if (request.method === 'GET' && what === 'cards') return cards.get(id)?.found ?? refuse(404);
  if (request.method === 'GET') {
    const after = [...charges.values()].filter(({ sequence }) => sequence > Number(searchParams.get('after')));
    const toReport = ({ outcome, ...one }) => ({ ...one, token: undefined, state: outcome.state });
    return { charges: after.slice(0, 1_000).map(toReport) };
  }
  if (what === 'cards') return takeCard(body);
  if (what === 'bank-accounts') return { drawable: body.accountNumber !== '4040404040' };
  if (act === 'settle') return store(id, null, 0, { state: 'absent' }).outcome;
  return act === 'refund' ? refund(id, body ?? {}) : charge(body);
}

async function serve(request, response) {
  try {
    const text = Buffer.concat(await request.toArray()).toString();
    response.end(JSON.stringify(answer(request, text === '' ? {} : JSON.parse(text))));
  } catch (error) {
    // The body says nothing, because it could repeat a card number.
    response.writeHead(error.status ?? 500).end('{}');
  }
}

const server = certificate
  ? createHttpsServer({ cert: readFileSync(certificate), key: readFileSync(key) }, serve)
  : createHttpServer(serve);
server.listen(Number(PORT), '127.0.0.1', () => {
  process.stdout.write(`Processor at port ${server.address().port}\n`);
});
