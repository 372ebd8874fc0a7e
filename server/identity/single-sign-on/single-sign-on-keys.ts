import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Clock } from '#server/platform/clock.ts';

/** The issuer's document is asked for again after this long; its keys sooner, and at once for one that is not known. */
const DISCOVERY_HOURS = 1;
const ANSWER_WITHIN_MS = 5_000;

const discoveryDocument = z.object({ issuer: z.string(), jwks_uri: z.string() });

interface Discovered {
  readonly keys: JWTVerifyGetKey;
  readonly at: Temporal.Instant;
}

/** Of this process alone: every process may ask for itself. */
const discoveredByIssuer = new Map<string, Discovered>();

/**
 * The public keys of an issuer, found through its OpenID Connect discovery
 * document. New keys are fetched when a token names one that is not known, at
 * most every 30 seconds, so that a change of keys needs nothing here.
 * @throws Error when the issuer cannot be reached or its document is not its own.
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
    // Keys decide who gets in: they come from where the institution said, not from where somebody else points.
    redirect: 'error',
  });
  const document = discoveryDocument.parse(await response.json());
  if (document.issuer !== issuer) throw new Error(`The discovery document of ${issuer} is that of ${document.issuer}`);
  const address = new URL(document.jwks_uri);
  if (address.protocol !== new URL(issuer).protocol) throw new Error(`The keys of ${issuer} are at ${address.href}`);
  return address;
}
