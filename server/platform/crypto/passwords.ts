import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Turns } from './password-turns.ts';

const argon2Async = promisify(argon2);

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;

/** Each hash takes 19 MiB and one of four threads; one thread stays free for files and DNS. */
const turns = new Turns({ maxAtOnce: 3, maxWaitingOfLane: 100, maxWaiting: 1_000 });

/** Sign-in attempts use a lane per address or device; everything else shares this one. */
const SHARED_LANE = 'shared';

/** Check this before counting the attempt: a full lane refuses it without checking the password. */
export function isTooBusyFor(lane: string): boolean {
  return turns.isFull(lane);
}

/** Normalizes to NFC and returns `argon2id$memory$passes$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(password, salt, { ...cost, lane: SHARED_LANE });
  return ['argon2id', cost.memory, cost.passes, salt.toString('base64url'), tag.toString('base64url')].join('$');
}

/** @throws TooManyWaiting */
export async function verifyPassword(password: string, stored: string, lane = SHARED_LANE): Promise<boolean> {
  const [, memory, passes, salt, tag] = stored.split('$');
  const expected = Buffer.from(tag ?? '', 'base64url');
  const actual = await derive(password, Buffer.from(salt ?? '', 'base64url'), {
    memory: Number(memory),
    passes: Number(passes),
    lane,
  });
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

let decoy: Promise<string> | undefined;

/** Simulates a password check, so unknown usernames take as long as known ones. */
export async function verifyNothing(password: string, lane = SHARED_LANE): Promise<false> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  await verifyPassword(password, await decoy, lane);
  return false;
}

interface Derivation {
  readonly memory: number;
  readonly passes: number;
  readonly lane: string;
}

function derive(password: string, salt: Buffer, { memory, passes, lane }: Derivation): Promise<Buffer> {
  return turns.take(lane, () =>
    argon2Async('argon2id', {
      message: password.normalize('NFC'),
      nonce: salt,
      parallelism: cost.parallelism,
      tagLength: TAG_BYTES,
      memory,
      passes,
    }),
  );
}
