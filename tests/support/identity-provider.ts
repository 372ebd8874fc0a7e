import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { Provider } from 'oidc-provider';

/**
 * An institution's sign-on: a real OpenID Connect provider with a login page in front, which returns customers to the
 * portal with a token.
 */
export interface IdentityProvider {
  readonly issuer: string;
  /** `loginOptions.singleSignOnUrl` */
  readonly loginUrl: string;
  portalUrl: string;
  wanted: WantedToken;
  /** Signs a customer in like a browser. Returns the token, and the proof the browser keeps. */
  issueToken(subject: string): Promise<IssuedToken>;
  /** Replaces the signing keys. */
  rotateKeys(): Promise<void>;
  close(): Promise<void>;
}

export interface IssuedToken {
  readonly token: string;
  readonly proof: string;
}

export interface WantedToken {
  readonly audience: string;
  readonly lifeSeconds: number;
  readonly algorithm: 'RS256' | 'ES256' | 'EdDSA' | 'PS256';
  /** Added to the standard claims; undefined removes a claim. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly carriesNonce: boolean;
}

const usualToken: WantedToken = {
  audience: 'passbook',
  lifeSeconds: 300,
  algorithm: 'ES256',
  claims: {},
  carriesNonce: true,
};

const RESOURCE = 'urn:harbor:portal';

/** Starts it on a free local port. Customers sign in with their customer number only. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const desk: IdentityProvider = {
    issuer,
    loginUrl: `${issuer}/desk`,
    portalUrl: 'http://localhost',
    wanted: usualToken,
    async issueToken(subject) {
      const proof = 'proof-of-a-browser';
      const nonce = createHash('sha256').update(proof).digest('base64url');
      return { token: await walkThrough(issuer, subject, nonce), proof };
    },
    async rotateKeys() {
      provider = await createProvider(desk);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  let provider = await createProvider(desk);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/desk') return sendPage(response, url.searchParams);
    if (url.pathname === '/desk/login') return redirect(response, authorizationAddress(issuer, url.searchParams));
    if (url.pathname.startsWith('/desk/known/')) {
      const { params } = await provider.interactionDetails(request, response);
      return provider.interactionFinished(request, response, { login: { accountId: String(params.login_hint) } });
    }
    if (url.pathname === '/desk/return') {
      const token = await exchangeCode(issuer, url.searchParams.get('code') ?? '');
      return redirect(response, `${desk.portalUrl}/#/home/sso/${token}`);
    }
    return provider.callback()(request, response);
  }
  return desk;
}

async function createProvider(desk: IdentityProvider): Promise<Provider> {
  const { issuer } = desk;
  return new Provider(issuer, {
    clients: [
      {
        client_id: 'desk',
        client_secret: 'secret-of-the-desk',
        redirect_uris: [`${issuer}/desk/return`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: await Promise.all([createKey('RS256'), createKey('ES256'), createKey('EdDSA')]) },
    cookies: { keys: ['cookies-of-the-desk'] },
    pkce: { required: () => false },
    ttl: { Interaction: 600, Grant: 600, Session: 600 },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_context, { uid }) => `/desk/known/${uid}` },
    extraTokenClaims: ({ oidc }) => {
      const nonce = oidc.entities.AuthorizationCode?.nonce;
      return { ...desk.wanted.claims, ...(desk.wanted.carriesNonce && nonce !== undefined ? { nonce } : {}) };
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid');
      grant.addResourceScope(RESOURCE, 'openid');
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'openid',
          audience: desk.wanted.audience,
          accessTokenTTL: desk.wanted.lifeSeconds,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: desk.wanted.algorithm } },
        }),
      },
    },
  });
}

async function createKey(algorithm: 'RS256' | 'ES256' | 'EdDSA'): Promise<JWK> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const kid = crypto.randomUUID();
  return { ...(await exportJWK(privateKey)), kid, use: 'sig' };
}

function authorizationAddress(issuer: string, given: URLSearchParams): string {
  const query = new URLSearchParams({
    client_id: 'desk',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${issuer}/desk/return`,
    resource: RESOURCE,
    prompt: 'login',
    login_hint: given.get('customer') ?? '',
    nonce: given.get('nonce') ?? '',
  });
  return `${issuer}/auth?${query.toString()}`;
}

async function exchangeCode(issuer: string, code: string): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('desk:secret-of-the-desk').toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: `${issuer}/desk/return` }),
  });
  const body = (await response.json()) as { access_token?: string };
  if (!body.access_token) throw new Error(`The sign-on returned no token: ${JSON.stringify(body)}`);
  return body.access_token;
}

function sendPage(response: ServerResponse, query: URLSearchParams): void {
  response.setHeader('content-type', 'text/html');
  response.end(`<!doctype html><title>Harbor sign-on</title><h1>Harbor sign-on</h1>
    <form action="/desk/login"><label>Customer number <input name="customer"></label>
    <input type="hidden" name="nonce" value="${(query.get('nonce') ?? '').replaceAll(/[^\w-]/g, '')}">
    <button>Sign in</button></form>`);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location }).end();
}

/** Follows the redirects from the login page to the portal, keeping cookies. */
async function walkThrough(issuer: string, subject: string, nonce: string): Promise<string> {
  const cookies = new Map<string, string>();
  let address = `${issuer}/desk/login?${new URLSearchParams({ customer: subject, nonce }).toString()}`;
  for (let steps = 0; steps < 10; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`The sign-on stopped at ${address}: ${await response.text()}`);
    const [, token] = location.split('#/home/sso/');
    if (token !== undefined) return token;
    address = new URL(location, issuer).href;
  }
  throw new Error('The sign-on did not redirect');
}
