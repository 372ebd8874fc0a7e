import { brotliCompressSync } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Institution } from '#common/institution/institution.ts';
import { type Page, renderSignInPage } from '#server/platform/pages/page.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { projectPath } from '#server/platform/project-folder.ts';
import type { Services } from '#server/services.ts';
import { dropDocumentHeaders } from './page-headers.ts';
import { sessionCookies } from './session-cookies.ts';

const ERROR_PAGE = 'Error500.html';

const webFolder = projectPath('dist/web');

export interface Site {
  /** Undefined before the first build. */
  readonly page: Page | undefined;
  /** The start-up configuration, for rendering the sign-in screen. */
  readonly settings: unknown;
}

/**
 * Serves the built application and the institution's files and colors. Visitors without a session get the sign-in
 * screen inside the page.
 * @returns renews the page after a change of the institution
 */
export async function serveWeb(
  app: FastifyInstance,
  services: Pick<Services, 'institution' | 'config' | 'log'>,
  site: Site,
): Promise<(renewed: Site) => void> {
  const { institution } = services;
  app.get('/institution/theme.css', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(themeCss(institution)),
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
  if (!site.page) return () => undefined;
  const renew = servePage(app, services, site.page, site.settings);
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
      if (hashed) dropDocumentHeaders(reply, path.basename(file));
    },
  });
  const errorPage = await readFile(path.join(webFolder, ERROR_PAGE), 'utf8');
  app.get(`/${ERROR_PAGE}`, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(withInstitution(errorPage, institution)),
  );
  app.get('/Error500', (_request, reply) => reply.redirect(`/${ERROR_PAGE}`));
  return ({ page, settings }) => page && renew(page, settings);
}

/** Adds whose portal it is and whom to call, which the server knows without a database. */
function withInstitution(html: string, { texts, options }: Pick<Institution, 'texts' | 'options'>): string {
  const name = escapeHtml(texts['shell.institutionName'] ?? '');
  const phone = options['globalOptions.customerServicePhone'];
  const link = `<a href="tel:${phone.replaceAll(/[^+\d]/g, '')}">${escapeHtml(phone)}</a>`;
  return html.replace(
    '</main>',
    () => `${name === '' ? '' : `<p>${name}</p>`}${phone === '' ? '' : `<p>${link}</p>`}</main>`,
  );
}

function servePage(
  app: FastifyInstance,
  { config, institution, log }: Pick<Services, 'institution' | 'config' | 'log'>,
  first: Page,
  settings: unknown,
): (page: Page, settings: unknown) => void {
  const variantsOf = (html: string) => ({
    empty: compressible(withFirstShell(html, institution)),
    viewed: compressible(withFirstShell(withViewBanner(html), institution)),
    withSignIn: compressible(html),
  });
  let pages = variantsOf(first.html);
  let prerender = () => {};
  const renew = (page: Page, newSettings: unknown) => {
    pages = variantsOf(page.html);
    // Not awaited: until it is rendered, scripts draw the screen.
    prerender = () =>
      void renderSignInPage(page, newSettings, institution).then(
        (html) => (pages = { ...pages, withSignIn: compressible(html) }),
        (error: unknown) => log.warn({ err: error }, 'could not prerender the sign-in screen'),
      );
    if (app.server.listening) prerender();
  };
  renew(first, settings);
  app.addHook('onListen', () => prerender());
  const send = (request: FastifyRequest, reply: FastifyReply) => {
    const cookies = sessionCookies(request, reply, config);
    const isSignedIn = cookies.readSession() !== undefined;
    const { html, brotli } = isSignedIn ? (cookies.isView() ? pages.viewed : pages.empty) : pages.withSignIn;
    const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    void reply
      .headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding, Cookie' })
      .type('text/html; charset=utf-8');
    return takesBrotli ? reply.header('content-encoding', 'br').send(brotli()) : reply.send(html);
  };
  app.get('/', send);
  app.get('/index.html', send);
  return renew;
}

/**
 * Adds the frame of an account screen, which `base.css` shows to those who are signed in until the scripts have drawn
 * theirs: bar, name, room for the heading and gray blocks, but nothing of the customer.
 */
function withFirstShell(html: string, institution: Institution): string {
  const { texts, options } = institution;
  const name = escapeHtml(texts['shell.institutionShortName'] ?? '');
  const logo = options['globalOptions.logoUrl'];
  const brand = logo === '' ? `<span></span>${name}` : `<img src="${escapeHtml(logo)}" alt="">`;
  const words = escapeHtml(JSON.stringify(headingWords(institution)));
  const shell = `<div class="first-shell" aria-hidden="true"><b>${brand}</b><div><p data-words="${words}"></p><i></i><i></i></div></div>`;
  return html
    .replace('<html', '<html data-frame')
    .replace('<div id="root"></div>', () => `<div id="root"></div>${shell}`);
}

/** The heading that `first-heading.js` shows before texts and options have arrived. */
function headingWords({ texts, options, timeZone }: Institution) {
  return {
    greetings: [texts['dashboard.goodMorning'], texts['dashboard.goodAfternoon'], texts['dashboard.goodEvening']],
    timeZone,
    loan: texts['loanDetails.heading'],
    hidesNumber: options['loanDetailsOptions.hideAccountNumber'],
    dropsCheckDigit: options['globalOptions.removeCheckDigitFromAccountNumber'],
    payment: texts['payment.heading'],
  };
}

/** Staff view the portal as a customer. In the page, so the customers' scripts don't grow. */
function withViewBanner(html: string): string {
  const words = 'Customer view for staff: read only. It ends by itself 15 minutes after it was opened.';
  const banner = `<aside class="view-banner" aria-label="Customer view"><span>${words}</span><a href="/view-as/end">End the view</a></aside>`;
  return html
    .replace('</head>', '<link rel="stylesheet" href="/view-as.css"></head>')
    .replace('<div id="root"></div>', `<div id="root"></div>${banner}`);
}

/** Compresses for the first visitor: each variant takes 40 ms, a third of a start if all are made then. */
function compressible(html: string): { readonly html: string; readonly brotli: () => Buffer } {
  let brotli: Buffer | undefined;
  return { html, brotli: () => (brotli ??= brotliCompressSync(html)) };
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
