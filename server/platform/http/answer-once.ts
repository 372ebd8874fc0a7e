import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '#common/contract/all-apis.ts';
import type { Endpoint } from '#common/contract/contract.ts';
import type { Envelope } from '#common/contract/envelope.ts';
import { IDEMPOTENCY_KEY } from '#common/contract/idempotency-header.ts';
import type { RequestOutcome } from '#common/institution/setup.api.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import {
  claimKeyedRequest,
  findKeyedEntry,
  type KeyedAnswer,
  releaseKeyedRequest,
  saveKeyedAnswer,
} from './keyed-answers.queries.ts';
import { Refusal } from './refusal.ts';

/** Longer than a browser remembers a key whose outcome it doesn't know. */
const KEPT_HOURS = 8 * 24;

/** Longer than any call takes; after that, the process counts as dead. */
const CLAIM_SECONDS = 180;

const ASK_EVERY_MS = 250;
const WAIT_MS = 10_000;

/** A visitor's key is the only proof of who asks, so it must not be guessable. */
const MIN_VISITOR_KEY_LENGTH = 32;

/** A key belongs to the person, so it outlives their session. A visitor has none. */
export type KeyOwner = `user:${number}` | `staff:${number}` | undefined;

export interface KeyedCall {
  /** From the contract, e.g. `POST /api/Messages/ContactUs`. */
  readonly call: string;
  /** From the client's header. */
  readonly key: string;
  readonly owner: KeyOwner;
  readonly input: unknown;
}

/**
 * Saves the answer in the transaction of the change: if the process dies after it, the next request with the key gets
 * this answer and changes nothing again.
 */
export type SaveAnswer = (transaction: Transaction, body: unknown) => Promise<void>;

/**
 * Runs a call once per key and caller: a repeated request gets the first answer, also while that is still running.
 * After a call that threw, or whose process died before it saved its answer, the next request with the key runs it
 * again.
 * @throws Refusal if the key is malformed or was used for a different request
 */
export async function answerOnce(
  services: Services,
  { call, key, owner, input }: KeyedCall,
  run: (saveAnswer: SaveAnswer) => Promise<KeyedAnswer>,
): Promise<KeyedAnswer> {
  const { database, cipher, clock } = services;
  if (!IDEMPOTENCY_KEY.test(key) || (!owner && key.length < MIN_VISITOR_KEY_LENGTH)) {
    throw new Refusal(400, 'InvalidInput');
  }
  const keyHash = hashKey(services, owner, call, key);
  const fingerprint = cipher.blindIndex(JSON.stringify(input), 'keyed-request');
  const request = { keyHash, fingerprint };
  for (const since = performance.now(); ; await sleep(ASK_EVERY_MS)) {
    const now = clock.now();
    const times = { now, expiresAt: now.add({ hours: KEPT_HOURS }), claimSeconds: CLAIM_SECONDS };
    if (await claimKeyedRequest(database, request, times)) break;
    const entry = await findKeyedEntry(database, [keyHash]);
    if (entry && Buffer.compare(entry.fingerprint, fingerprint) !== 0) throw new Refusal(422, 'KeyReused');
    if (entry?.answer) return entry.answer;
    if (performance.now() - since > WAIT_MS) throw new Refusal(503, 'Unavailable');
  }
  const saveAnswer: SaveAnswer = (transaction, body) => saveKeyedAnswer(transaction, keyHash, { status: 200, body });
  const answer = await run(saveAnswer).catch(async (error: unknown) => {
    await releaseKeyedRequest(database, keyHash);
    throw error;
  });
  await saveKeyedAnswer(database, keyHash, answer);
  return answer;
}

const keyedCalls = Object.entries(contract as Readonly<Record<string, Endpoint>>)
  .filter(([, { keyed }]) => keyed === true)
  .map(([call]) => call);

/** Returns what became of the caller's request with a key, whichever keyed call it was. */
export async function readRequestOutcome(services: Services, owner: KeyOwner, key: string): Promise<RequestOutcome> {
  const entry = await findKeyedEntry(
    services.database,
    keyedCalls.map((call) => hashKey(services, owner, call, key)),
  );
  if (!entry) return 'NotReceived';
  if (!entry.answer) return entry.isClaimed ? 'InProgress' : 'Unknown';
  const { status, body } = entry.answer;
  return status === 200 && (body as Partial<Envelope>).HasNoErrors !== false ? 'Made' : 'Refused';
}

function hashKey({ cipher }: Services, owner: KeyOwner, call: string, key: string): Uint8Array {
  return cipher.blindIndex(JSON.stringify([owner ?? 'visitor', call, key]), 'keyed-answer');
}
