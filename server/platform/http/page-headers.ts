import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Institution } from '#common/institution/institution.ts';
import type { Page } from '#server/platform/pages/page.ts';
import type { Config } from '#server/platform/config.ts';

/** Headers of every answer, by lower-case name. */
export type PageHeaders = Readonly<Record<string, string>>;

/** Only our own scripts, styles and images; no inline code, and of inline style only the page's own by its hash; HTML can be set only by the one policy for rich text. */
export function pageHeaders(config: Config, institution: Institution, page: Page | undefined): PageHeaders {
  const secure = config.mode === 'production';
  const fixed = securityHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", ...(page ? [page.styleHash] : [])],
        'img-src': ["'self'", 'data:', 'https:', ...mapOrigin(institution)],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...analyticsOrigin(institution)],
        'worker-src': ["'self'"],
        ...(usesReCaptcha(institution) ? { 'frame-src': ["'self'"] } : {}),
        'manifest-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['passbook-rich-text', 'passbook-worker'],
        ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: secure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
  });
  return { ...fixed, 'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=()' };
}

export function sendPageHeaders(app: FastifyInstance, headers: PageHeaders): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // By route: `/API/…` and `/%61pi/…` lead to the same private answers.
    if (request.routeOptions.url?.toLowerCase().startsWith('/api/')) reply.header('cache-control', 'no-store');
    done();
  });
}

/** What helmet sends with such options, worked out once: none of it depends on the request. */
export function securityHeaders(options: HelmetOptions): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  helmet(options)({} as IncomingMessage, recorder as unknown as ServerResponse, (error) => {
    if (error) throw new Error('These security headers cannot be sent', { cause: error });
  });
  return headers;
}

/** The one outside address that pages may speak to, and only where the institution configured it. */
function analyticsOrigin({ options }: Institution): string[] {
  const url = options['globalOptions.analyticsUrl'];
  return url.startsWith('https://') && options['globalOptions.analyticsId'] !== '' ? [new URL(url).origin] : [];
}

/** A map's pictures may come from any https address, as others may; from this machine only while trying out. */
function mapOrigin({ options }: Institution): string[] {
  const url = options['locatorOptions.tileUrl'];
  return url.startsWith('http://localhost') ? [new URL(url).origin] : [];
}

/** It shows in a frame of our own, which has a policy of its own. */
function usesReCaptcha({ options }: Institution): boolean {
  return options['messageOptions.captchaSiteKey'] !== '';
}
