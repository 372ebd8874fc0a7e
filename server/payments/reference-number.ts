import { randomInt } from 'node:crypto';

/** Without lookalikes, for reading it over the phone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Three groups of four, e.g. `7K3M-9QXT-42PD`: 59 random bits; the database refuses duplicates. */
export function createReferenceNumber(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${group()}-${group()}-${group()}`;
}
