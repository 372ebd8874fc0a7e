import { randomInt } from 'node:crypto';

/** No lookalike characters, since customers read it out over the phone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns three groups of four, e.g. `7K3M-9QXT-42PD`: 59 random bits. The database refuses duplicates. */
export function createReferenceNumber(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${group()}-${group()}-${group()}`;
}
