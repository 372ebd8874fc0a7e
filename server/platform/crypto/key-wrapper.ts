import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Protects the keys in the database with one outside it. A key management service can take the place of the key file. */
export interface KeyWrapper {
  /** @param identity the key's row; the wrapped key is invalid in any other */
  wrap(key: Uint8Array, identity: string): Promise<Uint8Array>;
  /** @throws Error if it was wrapped with another key */
  unwrap(wrapped: Uint8Array, identity: string): Promise<Uint8Array>;
}

/** @param fieldKey 32 bytes, from the environment or a file */
export function createLocalKeyWrapper(fieldKey: Uint8Array): KeyWrapper {
  const wrappingKey = Buffer.from(hkdfSync('sha256', fieldKey, Buffer.alloc(0), 'passbook key-wrapping', 32));
  return {
    wrap(key, identity) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', wrappingKey, nonce).setAAD(Buffer.from(identity));
      return Promise.resolve(Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]));
    },
    // Async, so a wrong key rejects like one of a key management service.
    async unwrap(wrapped, identity) {
      const bytes = Buffer.from(wrapped);
      const decipher = createDecipheriv('aes-256-gcm', wrappingKey, bytes.subarray(0, 12))
        .setAAD(Buffer.from(identity))
        .setAuthTag(bytes.subarray(-16));
      return Promise.resolve(Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]));
    },
  };
}
