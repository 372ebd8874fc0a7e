import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Institution } from '#common/institution/institution.ts';
import type { Page } from '#server/platform/pages/page.ts';
import type { Config } from '#server/platform/config.ts';

/** Stripe's script, and the frames of its fields. */
const STRIPE_SCRIPTS = 'https://js.stripe.com';
const STRIPE_API = 'https://api.stripe.com';

/** By lower-case name. */
export type PageHeaders = Readonly<Record<string, string>>;

/**
 * Allows only our own scripts, styles and images, inline ones only by the page's hashes. HTML can be set only through
 * the rich text policy.
 */
export function pageHeaders(config: Config, institution: Institution, page: Page | undefined): PageHeaders {
  const secure = config.mode === 'production';
  const withStripe = (source: string) => (usesStripe(institution) ? [source] : []);
  const fixed = securityHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", ...(page ? [page.scriptHash] : []), ...withStripe(STRIPE_SCRIPTS)],
        'style-src': ["'self'", ...(page ? [page.styleHash] : [])],
        'img-src': ["'self'", 'data:', 'https:', ...mapOrigin(institution)],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...analyticsOrigin(institution), ...withStripe(STRIPE_API)],
        'worker-src': ["'self'"],
        ...frames(frameSources(institution)),
        'manifest-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['passbook-rich-text', 'passbook-worker', ...withStripe('passbook-stripe')],
        ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: secure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
  });
  return { ...fixed, 'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=()' };
}

/** They say what a document or worker may do, so scripts, styles and fonts don't need them. */
const headersOfDocuments = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** Leaves out what would be half of the bytes of a small file. A worker keeps its policy. */
export function dropDocumentHeaders(reply: FastifyReply, file: string): void {
  if (file.includes('worker')) return;
  for (const name of headersOfDocuments) reply.removeHeader(name);
}

export function sendPageHeaders(app: FastifyInstance, headers: () => PageHeaders): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers());
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // By route, because `/API/…` and `/%61pi/…` lead to the same private answers.
    if (request.routeOptions.url?.toLowerCase().startsWith('/api/')) reply.header('cache-control', 'no-store');
    done();
  });
}

/** Computes helmet's headers once: none depends on the request. */
export function securityHeaders(options: HelmetOptions): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  helmet(options)({} as IncomingMessage, recorder as unknown as ServerResponse, (error) => {
    if (error) throw new Error("These security headers can't be sent", { cause: error });
  });
  return headers;
}

/** The only outside address pages may call, if the institution configured it. */
function analyticsOrigin({ options }: Institution): string[] {
  const url = options['globalOptions.analyticsUrl'];
  return url.startsWith('https://') && options['globalOptions.analyticsId'] !== '' ? [new URL(url).origin] : [];
}

/** Map images may come from any https address, as others may; from this machine only outside production. */
function mapOrigin({ options }: Institution): string[] {
  const url = options['locatorOptions.tileUrl'];
  return url.startsWith('http://localhost') ? [new URL(url).origin] : [];
}

function frames(sources: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return sources.length > 0 ? { 'frame-src': sources } : {};
}

/** Frames of our own, and the card processor's pages: nothing else of its origins is allowed. */
function frameSources(institution: Institution): string[] {
  const { options } = institution;
  const fieldsUrl = options['paymentOptions.cardFieldsUrl'];
  const confirmationsUrl = options['paymentOptions.cardConfirmationOrigin'];
  const hasOwn = usesReCaptcha(institution) || confirmationsUrl !== '';
  const stripeUrl = usesStripe(institution) ? STRIPE_SCRIPTS : '';
  const urls = [fieldsUrl, confirmationsUrl, stripeUrl].filter((url) => url !== '');
  const outside = urls.map((url) => new URL(url).origin);
  return [...(hasOwn ? ["'self'"] : []), ...new Set(outside)];
}

/** Stripe's own fields take the card number (docs/card-processor.md). */
function usesStripe({ options }: Institution): boolean {
  return options['paymentOptions.stripePublishableKey'] !== '';
}

/** It runs in our own frame with its own policy. */
function usesReCaptcha({ options }: Institution): boolean {
  return options['messageOptions.captchaSiteKey'] !== '';
}
