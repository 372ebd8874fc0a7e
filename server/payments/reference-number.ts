import { randomInt } from 'node:crypto';

/** No letter that can be taken for a digit when it is read over the telephone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Three groups of four, e.g. `7K3M-9QXT-42PD`: 59 random bits, and the database refuses a second of the same. */
export function createReferenceNumber(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${group()}-${group()}-${group()}`;
}
