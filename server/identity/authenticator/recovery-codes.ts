import { randomInt } from 'node:crypto';
import { hashPassword, verifyPassword } from '#server/platform/crypto/passwords.ts';

/** Crockford's alphabet: no lookalikes. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODES = 10;
/** Besides the slot: 45 random bits, beyond guessing with argon2id and five attempts per 15 minutes. */
const SECRET_CHARACTERS = 9;

export interface HashedRecoveryCode {
  readonly slot: string;
  readonly codeHash: string;
}

/** Returns ten codes like `A3F7K-9QPTX`. Their first characters differ and select the hash to compare with. */
export function createRecoveryCodes(): string[] {
  const slots = pickSlots();
  return slots.map((slot) => {
    const code = slot + Array.from({ length: SECRET_CHARACTERS }, randomCharacter).join('');
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });
}

/** One at a time: each takes 19 MB. */
export async function hashRecoveryCodes(codes: readonly string[]): Promise<HashedRecoveryCode[]> {
  const hashed: HashedRecoveryCode[] = [];
  for (const code of codes) {
    const { slot, secret } = readRecoveryCode(code);
    hashed.push({ slot, codeHash: await hashPassword(secret) });
  }
  return hashed;
}

/** Parses a typed code; tolerates lowercase, spaces, and letters that look like digits. */
export function readRecoveryCode(typed: string): { readonly slot: string; readonly secret: string } {
  const characters = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return { slot: characters.slice(0, 1), secret: characters.slice(1) };
}

export function matchesRecoveryCode(secret: string, codeHash: string): Promise<boolean> {
  return verifyPassword(secret, codeHash);
}

function pickSlots(): string[] {
  const slots = new Set<string>();
  while (slots.size < CODES) slots.add(randomCharacter());
  return [...slots];
}

function randomCharacter(): string {
  return ALPHABET.charAt(randomInt(ALPHABET.length));
}
