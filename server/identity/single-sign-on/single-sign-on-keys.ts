import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Clock } from '#server/platform/clock.ts';

/** How long the issuer's document is cached; keys are refreshed sooner, and at once for an unknown key. */
const DISCOVERY_HOURS = 1;
const ANSWER_WITHIN_MS = 5_000;

const discoveryDocument = z.object({ issuer: z.string(), jwks_uri: z.string() });

interface Discovered {
  readonly keys: JWTVerifyGetKey;
  readonly at: Temporal.Instant;
}

const discoveredByIssuer = new Map<string, Discovered>();

/**
 * Returns the issuer's public keys from its OpenID Connect discovery document. Fetches new keys when a token names an
 * unknown one, at most every 30 seconds, so key rotation needs no action here.
 * @throws Error if the issuer is unreachable or the document names another issuer
 */
export async function findIssuerKeys(issuer: string, clock: Clock): Promise<JWTVerifyGetKey> {
  const now = clock.now();
  const known = discoveredByIssuer.get(issuer);
  if (known && Temporal.Instant.compare(known.at.add({ hours: DISCOVERY_HOURS }), now) > 0) return known.keys;
  const keys = createRemoteJWKSet(await discoverKeyAddress(issuer), { timeoutDuration: ANSWER_WITHIN_MS });
  discoveredByIssuer.set(issuer, { keys, at: now });
  return keys;
}

async function discoverKeyAddress(issuer: string): Promise<URL> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    // Keys decide who gets in, so they must come from the configured address, not from a redirect.
    redirect: 'error',
  });
  const document = discoveryDocument.parse(await response.json());
  if (document.issuer !== issuer)
    throw new Error(`The discovery document of ${issuer} names the issuer ${document.issuer}`);
  const address = new URL(document.jwks_uri);
  if (address.protocol !== new URL(issuer).protocol)
    throw new Error(`The keys of ${issuer} use another protocol: ${address.href}`);
  return address;
}
