import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Answer } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';

/** Leaves time to write the message after ticking the box. */
const VALID_FOR = { minutes: 20 } as const;

/** Tuned to half a second on a computer and two on a slow phone. */
const ROUNDS_PER_TRY = 2_000;
const FEWEST_TRIES = 150;
const MAX_TRIES = 350;

const hex = z.string().regex(/^[0-9a-f]{1,200}$/);

/** The solution sent by the browser. */
const solvedChallenge = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.string().max(40),
      nonce: hex,
      salt: hex,
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: hex,
      keySignature: hex,
      data: z.strictObject({ expiresAt: z.number() }),
    }),
    signature: hex,
  }),
  solution: z.strictObject({ counter: z.number(), derivedKey: hex, time: z.number().optional() }),
});

type Challenge = Answer<'GET /api/Messages/GetCaptchaChallenge'>['body'];

/** Creates a proof-of-work challenge, which makes mass sending expensive. Nothing is stored until it is solved. */
export async function createPuzzle(services: Services): Promise<Challenge> {
  const expiresAt = services.clock.now().add(VALID_FOR);
  const { parameters, signature } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS_PER_TRY,
    counter: randomInt(MAX_TRIES, FEWEST_TRIES),
    deriveKey,
    // In our own data field, because the library would check its expiry with the machine's clock.
    data: { expiresAt: expiresAt.epochMilliseconds },
    ...secretsOf(services),
  });
  return { parameters, signature } as Challenge;
}

export interface SolvedPuzzle {
  readonly signature: Uint8Array;
  readonly expiresAt: Temporal.Instant;
}

/**
 * Returns undefined unless it is a correct, timely solution of our own challenge. The database checks that it is used
 * once.
 */
export async function readSolvedPuzzle(services: Services, code: string): Promise<SolvedPuzzle | undefined> {
  const parsed = solvedChallenge.safeParse(parseBase64(code));
  if (!parsed.success) return undefined;
  const { challenge, solution } = parsed.data;
  const { verified } = await verifySolution({
    challenge,
    solution: { counter: solution.counter, derivedKey: solution.derivedKey },
    deriveKey,
    ...secretsOf(services),
  });
  if (!verified) return undefined;
  const expiresAt = Temporal.Instant.fromEpochMilliseconds(challenge.parameters.data.expiresAt);
  const isInTime = Temporal.Instant.compare(services.clock.now(), expiresAt) < 0;
  return isInTime ? { signature: Buffer.from(challenge.signature, 'hex'), expiresAt } : undefined;
}

/** Derived, so all processes have the same secrets without storing them. */
function secretsOf({ cipher }: Services): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } {
  const derive = (purpose: string) => Buffer.from(cipher.blindIndex(purpose, 'captcha')).toString('hex');
  return { hmacSignatureSecret: derive('challenge'), hmacKeySignatureSecret: derive('solution') };
}

function parseBase64(code: string): unknown {
  try {
    return JSON.parse(Buffer.from(code, 'base64').toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
