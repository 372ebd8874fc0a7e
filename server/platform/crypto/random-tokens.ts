import { hash, randomBytes, randomInt } from 'node:crypto';

/** Returns 256 random bits as URL-safe text. Store only its hash. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** No lookalike characters, since customers read it out over the phone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns three groups of four, such as `7K3M-9QXT-42PD`: 59 random bits. The database must refuse duplicates. */
export function createReferenceNumber(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${group()}-${group()}-${group()}`;
}
