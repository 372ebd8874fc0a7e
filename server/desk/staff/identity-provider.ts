import type { DeskRole } from '#common/desk/permissions.ts';
import { deskRoles } from '#common/desk/permissions.ts';
import type { DeskProviderSettings } from '#server/platform/config.ts';
import type { Log } from '#server/platform/log.ts';
import type { ProviderVisit } from './provider-visits.queries.ts';

/** Loaded on first use: desks with passkeys don't need it. */
const library = () => import('openid-client');

/** Where the identity provider sends the browser back to, below the desk's address. */
const PROVIDER_RETURN_PATH = '/api/desk/entry/provider-return';

/** A confirmation asks the person to sign in again; an older sign-in doesn't count. */
const CONFIRMATION_MAX_AGE_SECONDS = 60;

const configurations = new Map<string, ReturnType<typeof discover>>();

async function discover({ issuer, clientId, clientSecret }: DeskProviderSettings) {
  const { allowInsecureRequests, discovery } = await library();
  const insecure = issuer.startsWith('http:') ? { execute: [allowInsecureRequests] } : {};
  return discovery(new URL(issuer), clientId, clientSecret ?? undefined, undefined, insecure);
}

/** Once per process; a failed discovery is tried again by the next caller. */
function configurationOf(settings: DeskProviderSettings): ReturnType<typeof discover> {
  const known = configurations.get(settings.issuer);
  if (known) return known;
  const found = discover(settings);
  configurations.set(settings.issuer, found);
  found.catch(() => configurations.delete(settings.issuer));
  return found;
}

/** Makes the address to send the browser to (authorization code with PKCE), and what to keep until it comes back. */
export async function planProviderVisit(
  settings: DeskProviderSettings,
  deskUrl: string,
  sessionId: number | null,
): Promise<{ readonly visit: ProviderVisit; readonly address: string }> {
  const client = await library();
  const configuration = await configurationOf(settings);
  const visit = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    codeVerifier: client.randomPKCECodeVerifier(),
    sessionId,
  };
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri: deskUrl + PROVIDER_RETURN_PATH,
    scope: 'openid email profile',
    state: visit.state,
    nonce: visit.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(visit.codeVerifier),
    code_challenge_method: 'S256',
    ...(sessionId === null ? {} : { prompt: 'login', max_age: '0' }),
  });
  return { visit, address: address.href };
}

export interface ProvidedPerson {
  readonly subject: string;
  readonly emailAddress: string;
  /** Others can't have the address at the provider. */
  readonly emailIsVerified: boolean;
  readonly name: string;
  /** Undefined if the provider names no role of the desk. */
  readonly role: DeskRole | undefined;
}

/**
 * Exchanges the code of the returned address and verifies the ID token.
 * @param address the whole address the browser came back to
 * @returns undefined if the provider refused, or the answer is not for this visit
 */
export async function readProviderReturn(
  settings: DeskProviderSettings,
  log: Log,
  address: URL,
  visit: ProviderVisit,
): Promise<ProvidedPerson | undefined> {
  const client = await library();
  const configuration = await configurationOf(settings);
  try {
    const tokens = await client.authorizationCodeGrant(configuration, address, {
      expectedState: visit.state,
      expectedNonce: visit.nonce,
      pkceCodeVerifier: visit.codeVerifier,
      idTokenExpected: true,
      ...(visit.sessionId === null ? {} : { maxAge: CONFIRMATION_MAX_AGE_SECONDS }),
    });
    const claims = tokens.claims();
    const emailAddress = claims?.['email'];
    if (!claims || typeof emailAddress !== 'string' || claims['email_verified'] === false) return undefined;
    const name = claims['name'];
    return {
      subject: claims.sub,
      emailAddress: emailAddress.toLowerCase(),
      emailIsVerified: claims['email_verified'] === true || settings.emailsAreVerified,
      name: typeof name === 'string' && name !== '' ? name : emailAddress,
      role: roleFrom(claims[settings.roleClaim]),
    };
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'the identity provider refused a sign-in');
    return undefined;
  }
}

/** The claim is one role or a list with others; of several of ours, the last in the table counts. */
function roleFrom(claim: unknown): DeskRole | undefined {
  const names = [claim].flat();
  return deskRoles.findLast((role) => names.includes(role) || names.includes(`desk-${role}`));
}
