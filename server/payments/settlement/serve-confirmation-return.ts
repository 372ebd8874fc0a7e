import type { FastifyInstance } from 'fastify';
import type { Institution } from '#common/institution/institution.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { securityHeaders } from '#server/platform/http/page-headers.ts';
import { CONFIRMATION_RETURN_PATH } from './charge-card.ts';
import type { Services } from '#server/services.ts';

/**
 * Serves the page to which a bank sends the customer back after a card confirmation, in its frame or in a tab of its own.
 * The page only tells the portal's pages to ask for the outcome, which the server learns from the processor.
 */
export function serveConfirmationReturn(app: FastifyInstance, services: Pick<Services, 'institution'>): void {
  const { 'content-security-policy': policy } = securityHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'self'"],
      },
    },
  });
  app.get(CONFIRMATION_RETURN_PATH, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
      .send(pageOf(services.institution)),
  );
}

function pageOf({ texts }: Institution): string {
  const title = escapeHtml(texts['cardConfirmation.title'] ?? '');
  const text = escapeHtml(texts['cardConfirmation.returned'] ?? '');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title></head><body><p>${text}</p><script src="/card-confirmation.js"></script></body></html>`;
}
