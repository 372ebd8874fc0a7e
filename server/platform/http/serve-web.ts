import { brotliCompressSync } from 'node:zlib';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Institution } from '#common/institution/institution.ts';
import { type Page, renderSignInPage } from '#server/platform/pages/page.ts';
import type { Services } from '#server/services.ts';
import { sessionCookies } from './session-cookies.ts';

const webFolder = path.resolve(import.meta.dirname, '../../../dist/web');

/**
 * Serves the built application and the institution's files and colors. Visitors without a session get the sign-in
 * screen inside the page.
 * @param page undefined before the first build
 * @param settings the start-up configuration for rendering the sign-in screen
 */
export async function serveWeb(
  app: FastifyInstance,
  services: Pick<Services, 'institution' | 'config' | 'log'>,
  page: Page | undefined,
  settings: unknown,
): Promise<void> {
  const { institution } = services;
  const theme = themeCss(institution);
  app.get('/institution/theme.css', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(theme),
  );
  if (institution.assetsFolder) {
    await app.register(fastifyStatic, {
      root: institution.assetsFolder,
      prefix: '/institution/',
      decorateReply: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders(reply) {
        void reply.header('cache-control', 'public, max-age=3600');
      },
    });
  }
  if (!page) return;
  servePage(app, services, page, settings);
  await app.register(fastifyStatic, {
    root: webFolder,
    prefix: '/',
    decorateReply: false,
    preCompressed: true,
    dotfiles: 'ignore',
    // The page is rendered, not served as built.
    index: false,
    cacheControl: false,
    setHeaders(reply, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/Error500', (_request, reply) => reply.redirect('/Error500.html'));
}

function servePage(
  app: FastifyInstance,
  { config, institution, log }: Pick<Services, 'institution' | 'config' | 'log'>,
  page: Page,
  settings: unknown,
): void {
  const empty = compressed(page.html);
  let withSignIn = empty;
  // Not awaited: until it is rendered, scripts draw the screen.
  renderSignInPage(page, settings, institution).then(
    (html) => (withSignIn = compressed(html)),
    (error: unknown) => log.warn({ err: error }, 'could not prerender the sign-in screen'),
  );
  const send = (request: FastifyRequest, reply: FastifyReply) => {
    const isSignedIn = sessionCookies(request, reply, config).readSession() !== undefined;
    const { html, brotli } = isSignedIn ? empty : withSignIn;
    const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    void reply
      .headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding, Cookie' })
      .type('text/html; charset=utf-8');
    return takesBrotli ? reply.header('content-encoding', 'br').send(brotli) : reply.send(html);
  };
  app.get('/', send);
  app.get('/index.html', send);
}

function compressed(html: string): { readonly html: string; readonly brotli: Buffer } {
  return { html, brotli: brotliCompressSync(html) };
}

/** The institution's colors, over the defaults. */
export function themeCss({ theme }: Institution): string {
  return [
    ':root {',
    `  --brand: ${theme.brand};`,
    `  --brand-strong: ${theme.brandStrong};`,
    `  --brand-soft: ${theme.brandSoft};`,
    `  --on-brand: ${theme.onBrand};`,
    `  --accent: ${theme.accent};`,
    '}',
    '',
  ].join('\n');
}
