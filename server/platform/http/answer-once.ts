import { setTimeout as sleep } from 'node:timers/promises';
import { IDEMPOTENCY_KEY } from '#common/contract/idempotency-header.ts';
import type { Services } from '#server/services.ts';
import type { Session } from './endpoint.ts';
import {
  claimKeyedRequest,
  findKeyedEntry,
  type KeyedAnswer,
  releaseKeyedRequest,
  saveKeyedAnswer,
} from './keyed-answers.queries.ts';
import { Refusal } from './refusal.ts';

/** A client that was cut off comes back within a day, or not at all. */
const KEPT_HOURS = 24;

/** Longer than any call takes; after that the process that had it is taken for dead. */
const CLAIM_SECONDS = 180;

const ASK_EVERY_MS = 250;
const WAIT_MS = 10_000;

/** Long enough that a visitor's key cannot be guessed: it is all that proves who asks. */
const MIN_VISITOR_KEY_LENGTH = 32;

export interface KeyedCall {
  /** Of the contract, e.g. `POST /api/Messages/ContactUs`. */
  readonly call: string;
  /** As the client sent it in the header. */
  readonly key: string;
  readonly session: Session | undefined;
  /** The parsed input. */
  readonly input: unknown;
}

/**
 * Runs a call once for each key of its caller: the same request again gets the answer
 * of the first one, also while that is still worked on. A call that throws did nothing,
 * so the next request with the key runs it again; so does one whose process died.
 * @throws Refusal when the key is malformed or was used for another request
 */
export async function answerOnce(
  services: Services,
  { call, key, session, input }: KeyedCall,
  run: () => Promise<KeyedAnswer>,
): Promise<KeyedAnswer> {
  const { database, cipher, clock } = services;
  if (!IDEMPOTENCY_KEY.test(key) || (!session && key.length < MIN_VISITOR_KEY_LENGTH)) {
    throw new Refusal(400, 'InvalidInput');
  }
  const owner = session ? `user:${session.userId}` : 'visitor';
  const keyHash = cipher.blindIndex(JSON.stringify([owner, call, key]), 'keyed-answer');
  const fingerprint = cipher.blindIndex(JSON.stringify(input), 'keyed-request');
  const request = { keyHash, fingerprint };
  for (const since = performance.now(); ; await sleep(ASK_EVERY_MS)) {
    const now = clock.now();
    const times = { now, expiresAt: now.add({ hours: KEPT_HOURS }), claimSeconds: CLAIM_SECONDS };
    if (await claimKeyedRequest(database, request, times)) break;
    const entry = await findKeyedEntry(database, keyHash);
    if (entry && Buffer.compare(entry.fingerprint, fingerprint) !== 0) throw new Refusal(422, 'KeyReused');
    if (entry?.answer) return entry.answer;
    if (performance.now() - since > WAIT_MS) throw new Refusal(503, 'Unavailable');
  }
  const answer = await run().catch(async (error: unknown) => {
    await releaseKeyedRequest(database, keyHash);
    throw error;
  });
  await saveKeyedAnswer(database, keyHash, answer);
  return answer;
}
