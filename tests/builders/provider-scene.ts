import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { callerWith } from './desk-journey.ts';
import { createTestApp } from './test-app.ts';

export const DESK_URL = 'http://localhost';

/** The person who signs in, as the identity provider describes them. */
interface Claims {
  roles: readonly string[];
  /** The claim about the email address; undefined leaves it out. */
  isVerified: boolean | undefined;
}

export type ProviderScene = Awaited<ReturnType<typeof createProviderScene>>;

/** A desk whose staff sign in at a real OpenID Connect provider, as the person a test names. */
export async function createProviderScene() {
  const claims: Claims = { roles: ['agent', 'everyone'], isVerified: true };
  const provider = await startProvider(claims);
  const { issuer } = provider;
  const test = await createTestApp({
    environment: {
      PASSBOOK_DESK: 'on',
      PASSBOOK_DESK_URL: DESK_URL,
      PASSBOOK_DESK_OIDC_ISSUER: issuer,
      PASSBOOK_DESK_OIDC_CLIENT_ID: 'passbook-desk',
      PASSBOOK_DESK_OIDC_CLIENT_SECRET: 'a-secret-of-the-desk',
    },
  });

  function cookiesOf(response: { readonly cookies: readonly { name: string; value: string }[] }): string {
    return response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  /** Walks through the provider's pages as `subject`. Returns the address it sends the browser back to. */
  async function walk(start: string, subject: string): Promise<string> {
    const cookies = new Map<string, string>();
    let address = `${start}&login_hint=${subject}`;
    for (let steps = 0; steps < 8 && !address.startsWith(`${DESK_URL}/`); steps += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      address = new URL(response.headers.get('location') ?? `${DESK_URL}/stopped`, issuer).href;
    }
    return address.slice(DESK_URL.length);
  }

  async function begin(query = '', cookie = '') {
    const begun = await test.app.inject({ url: `/api/desk/entry/provider${query}`, headers: { cookie } });
    return { address: String(begun.headers['location']), cookie: cookiesOf(begun) };
  }

  async function signIn(subject: string) {
    const { address, cookie } = await begin();
    return test.app.inject({ url: await walk(address, subject), headers: { cookie } });
  }

  const enter = async (subject: string) =>
    callerWith(test.app, `${subject}@bank.example`, cookiesOf(await signIn(subject)));

  async function withRoles<Result>(roles: readonly string[], action: () => Promise<Result>): Promise<Result> {
    const before = claims.roles;
    claims.roles = roles;
    try {
      return await action();
    } finally {
      claims.roles = before;
    }
  }

  return {
    test,
    claims,
    cookiesOf,
    walk,
    begin,
    signIn,
    enter,
    withRoles,

    /** Someone with a role, who has just proved who they are. */
    enterAs: (subject: string, role: string) =>
      withRoles([role], async () => {
        const caller = await enter(subject);
        const own = await begin('?confirm=yes', caller.cookie);
        await test.app.inject({ url: await walk(own.address, subject), headers: { cookie: own.cookie } });
        return caller;
      }),

    async close(): Promise<void> {
      await test.close();
      provider.close();
    },
  };
}

async function startProvider(claims: Readonly<Claims>) {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'passbook-desk',
        client_secret: 'a-secret-of-the-desk',
        redirect_uris: [`${DESK_URL}/api/desk/entry/provider-return`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    cookies: { keys: ['cookies-of-the-provider'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'roles'] },
    conformIdTokenClaims: false,
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@bank.example`,
        email_verified: claims.isVerified,
        name: `Name of ${id}`,
        roles: claims.roles,
      }),
    }),
    interactions: { url: (_context, { uid }) => `/known/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    features: { devInteractions: { enabled: false } },
  });
  async function answer(...[request, response]: Parameters<ReturnType<typeof provider.callback>>) {
    if (!request.url?.startsWith('/known/')) return provider.callback()(request, response);
    const { params } = await provider.interactionDetails(request, response);
    return provider.interactionFinished(request, response, { login: { accountId: String(params['login_hint']) } });
  }
  return {
    issuer,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
