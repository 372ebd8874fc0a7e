import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const argon2Async = promisify(argon2);

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;

/** A password (normalised to NFC) as `argon2id$memory$passes$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(password, salt, cost.memory, cost.passes);
  return ['argon2id', cost.memory, cost.passes, salt.toString('base64url'), tag.toString('base64url')].join('$');
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, salt, tag] = stored.split('$');
  const expected = Buffer.from(tag ?? '', 'base64url');
  const actual = await derive(password, Buffer.from(salt ?? '', 'base64url'), Number(memory), Number(passes));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

let decoy: Promise<string> | undefined;

/** The work of a check without a password to check: unknown names take as long as known ones. */
export async function verifyNothing(password: string): Promise<false> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  await verifyPassword(password, await decoy);
  return false;
}

function derive(password: string, salt: Buffer, memory: number, passes: number): Promise<Buffer> {
  return argon2Async('argon2id', {
    message: password.normalize('NFC'),
    nonce: salt,
    parallelism: cost.parallelism,
    tagLength: TAG_BYTES,
    memory,
    passes,
  });
}
