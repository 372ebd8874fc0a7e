import type { FastifyRequest } from 'fastify';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { Institution } from '#common/institution/institution.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Opens in a browser tab by a one-time ticket in its address. */
    readonly opensInTab?: boolean;
  }
}

/** True for a browser tab, which asks for HTML; scripts never do. */
export function isShownInTab({ headers, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.opensInTab === true && (headers.accept ?? '').includes('text/html');
}

/**
 * The page for a tab whose document can't be opened, for example because it was reloaded.
 * @param reason in the institution's words, if there is one
 */
export function tabFailurePage({ texts }: Pick<Institution, 'texts'>, status: number, reason?: string): string {
  const words = documentWords(texts);
  const text = (key: TextKey) => escapeHtml(words(key));
  const used = status === 401;
  const heading = text(used ? 'tabFailure.usedHeading' : 'tabFailure.heading');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${heading}</title>`,
    '<link rel="stylesheet" href="/error-page.css">',
    '</head>',
    '<body>',
    '<main>',
    `<h1>${heading}</h1>`,
    `<p>${reason === undefined ? text(used ? 'tabFailure.used' : 'tabFailure.tryAgain') : escapeHtml(reason)}</p>`,
    `<p><a href="/">${text('tabFailure.back')}</a></p>`,
    '</main>',
    '</body>',
    '</html>',
  ].join('\n');
}
