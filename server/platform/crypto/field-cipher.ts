import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts single fields (AES-256-GCM) and makes keyed hashes for equality lookups. */
export interface FieldCipher {
  /** @param identity the value's row, e.g. `bank-account:42`; the ciphertext is invalid in any other row */
  encrypt(plain: string, identity: string): Uint8Array;
  /** @throws Error if the value was changed or belongs to another identity */
  decrypt(sealed: Uint8Array, identity: string): string;
  /** Deterministic; can't be guessed without the key. */
  blindIndex(plain: string, purpose: string): Uint8Array;
}

/** @param key 32 bytes; the keys for encryption and lookups are derived from it */
export function createFieldCipher(key: Uint8Array): FieldCipher {
  const encryptionKey = derive(key, 'field-encryption');
  const indexKey = derive(key, 'blind-index');
  return {
    encrypt(plain, identity) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce).setAAD(Buffer.from(identity));
      return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(sealed, identity) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, 12))
        .setAAD(Buffer.from(identity))
        .setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
    },
    blindIndex: (plain, purpose) => createHmac('sha256', indexKey).update(`${purpose}\0${plain}`).digest(),
  };
}

function derive(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `passbook ${purpose}`, 32));
}
