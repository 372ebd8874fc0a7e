import { hash, randomBytes } from 'node:crypto';

/** Returns 256 random bits as URL-safe text. Store only its hash. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
