import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { securityHeaders } from '#server/platform/http/page-headers.ts';
import type { Services } from '#server/services.ts';

const SERVICE = 'https://www.google.com/recaptcha/';
const ASSETS = 'https://www.gstatic.com/recaptcha/';

/**
 * Serves `/recaptcha`, a frame whose policy allows reCAPTCHA scripts; the portal's own pages never do. Only with a site
 * key, and only for visitors: the frame shares the portal's origin, so no customer data may be in the tab.
 */
export function serveCaptchaFrame(app: FastifyInstance, { institution }: Pick<Services, 'institution'>): void {
  const siteKey = institution.options['messageOptions.captchaSiteKey'];
  if (siteKey === '') return;
  const html = frame(siteKey);
  const { 'content-security-policy': policy } = securityHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", SERVICE, ASSETS],
        'connect-src': [SERVICE],
        'frame-src': [SERVICE],
        'img-src': [ASSETS],
        // reCAPTCHA uses inline styles.
        'style-src': ["'unsafe-inline'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'self'"],
      },
    },
  });
  app.get('/recaptcha', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      .send(html),
  );
}

function frame(siteKey: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>reCAPTCHA</title></head><body style="margin:0"><div id="captcha" data-site-key="${escapeHtml(siteKey)}"></div><script src="/recaptcha-frame.js"></script><script src="${SERVICE}api.js?onload=showCaptcha&amp;render=explicit" async defer></script></body></html>`;
}
