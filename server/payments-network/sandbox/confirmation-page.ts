import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { cents, formatCents } from '#common/core/money.ts';
import type { SandboxStore } from './sandbox-store.queries.ts';

const style = `
  :root { color-scheme: light dark; }
  body { margin: 0; padding: 16px; font: 16px/1.5 system-ui, sans-serif; }
  h1 { margin: 0 0 8px; font-size: 18px; }
  form { display: flex; flex-wrap: wrap; gap: 12px; }
  button { min-height: 44px; padding: 0 20px; border: 1px solid; border-radius: 8px; font: inherit; }`;

const named = z.strictObject({ secret: z.string().max(64) });
const decided = z.strictObject({ secret: z.string().max(64), decision: z.enum(['approve', 'refuse']) });

/** Stands for the page of the cardholder's bank (3-D Secure). Leaving it decides nothing. */
export function serveConfirmations(app: FastifyInstance, store: SandboxStore): void {
  app.get('/confirm/:secret', (request, reply) => {
    const waiting = store.findConfirmation('secret', named.parse(request.params).secret);
    if (!waiting) return reply.code(404).send({});
    if (store.findCharge(waiting.paymentId)) return reply.redirect(waiting.returnUrl, 303);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyFor(waiting.returnUrl))
      .send(
        pageFor(`/confirm/${waiting.secret}`, `Is this payment of ${formatCents(cents(waiting.amountCents))} yours?`),
      );
  });

  app.post('/confirm/:secret/:decision', (request, reply) => {
    const { secret, decision } = decided.parse(request.params);
    const waiting = store.findConfirmation('secret', secret);
    if (!waiting) return reply.code(404).send({});
    const { paymentId, token, amountCents, returnUrl } = waiting;
    const charge = { paymentId, token, amountCents };
    store.chargeOnce(
      decision === 'approve'
        ? { ...charge, state: 'approved', reason: null }
        : { ...charge, state: 'declined', reason: 'NotConfirmed' },
    );
    return reply.redirect(returnUrl, 303);
  });
  serveCardConfirmations(app, store);
}

/** The same for a card that is to be stored. */
function serveCardConfirmations(app: FastifyInstance, store: SandboxStore): void {
  app.get('/confirm-card/:secret', (request, reply) => {
    const waiting = store.findCardConfirmation(named.parse(request.params).secret);
    if (!waiting) return reply.code(404).send({});
    if (waiting.decision !== null) return reply.redirect(waiting.returnUrl, 303);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyFor(waiting.returnUrl))
      .send(pageFor(`/confirm-card/${waiting.secret}`, 'May this site store your card?'));
  });

  app.post('/confirm-card/:secret/:decision', (request, reply) => {
    const { secret, decision } = decided.parse(request.params);
    const waiting = store.findCardConfirmation(secret);
    if (!waiting) return reply.code(404).send({});
    store.decideCard(waiting, decision);
    return reply.redirect(waiting.returnUrl, 303);
  });
}

function pageFor(path: string, question: string): string {
  const button = (decision: string, label: string) => `<button formaction="${path}/${decision}">${label}</button>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sandbox bank</title><style>${style}</style></head><body><main><h1>Sandbox bank</h1><p>${question}</p><form method="post">${button('approve', 'Approve')}${button('refuse', 'Refuse')}</form></main></body></html>`;
}

function policyFor(returnUrl: string): string {
  const { origin } = new URL(returnUrl);
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    "base-uri 'none'",
    // Browsers check the redirect after the form too.
    `form-action 'self' ${origin}`,
    `frame-ancestors ${origin}`,
  ].join('; ');
}
