import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { listNewestMessages, type ShownMessage } from './outbox.queries.ts';
import type { Services } from '#server/services.ts';
import { isFromThisMachine } from '#server/platform/http/from-this-machine.ts';

const MESSAGES_SHOWN = 50;

/**
 * Serves `/dev/outbox`, the messages that would have been sent. Never in production, and only to this machine, since
 * they contain codes and links.
 */
export function serveOutbox(app: FastifyInstance, services: Services): void {
  if (services.config.mode === 'production') return;
  app.get('/dev/outbox', async (request, reply) => {
    if (!isFromThisMachine(request)) return reply.status(404).send();
    const messages = await listNewestMessages(services, MESSAGES_SHOWN);
    return reply.type('text/html; charset=utf-8').send(page(messages));
  });
}

function page(messages: readonly ShownMessage[]): string {
  const articles = messages.map(
    ({ createdAt, recipient, subject, body }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(recipient)}, ${escapeHtml(createdAt.toString())}</p><pre>${withLinks(escapeHtml(body))}</pre></article>`,
  );
  const content = articles.length > 0 ? articles.join('\n') : '<p>Nothing was sent yet.</p>';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Outbox</title></head><body><h1>Outbox</h1>${content}</body></html>`;
}

function withLinks(html: string): string {
  return html.replaceAll(/https?:\/\/\S+/g, (address) => `<a href="${address}">${address}</a>`);
}
