import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts single fields (AES-256-GCM) and makes keyed hashes for equality lookups. */
export interface FieldCipher {
  /** @param identity the value's row, e.g. `bank-account:42`; the ciphertext is invalid in any other row */
  encrypt(plain: string, identity: string): Uint8Array;
  /** @throws Error if the value was changed, belongs to another identity, or was sealed with an unknown key */
  decrypt(sealed: Uint8Array, identity: string): string;
  /** Deterministic; can't be guessed without the key. */
  blindIndex(plain: string, purpose: string): Uint8Array;
}

/** The keys of a cipher; a process replaces them when an operator has added one. */
export interface FieldKeys {
  /** By id, 32 bytes each. Key 0 sealed before values named their key. */
  readonly seal: ReadonlyMap<number, Uint8Array>;
  /** The id of the key that seals new values. */
  readonly current: number;
  readonly index: Uint8Array;
}

/** Begins a value that names its key; the id follows in two bytes. */
const MARK = Buffer.from([0x00, 0x50, 0x4b, 0x01]);
const HEADER_BYTES = MARK.length + 2;

/** @param fieldKey 32 bytes; the first keys of a database are derived from it */
export function createFieldCipher(fieldKey: Uint8Array): FieldCipher {
  const keys = firstKeys(fieldKey);
  return createKeyedCipher(() => keys);
}

export function firstKeys(fieldKey: Uint8Array): FieldKeys {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', fieldKey, Buffer.alloc(0), `passbook ${purpose}`, 32));
  return { seal: new Map([[0, derive('field-encryption')]]), current: 0, index: derive('blind-index') };
}

/** @param keys asked for each value */
export function createKeyedCipher(keys: () => FieldKeys): FieldCipher {
  return {
    encrypt(plain, identity) {
      const { seal, current } = keys();
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyOf(seal, current), nonce).setAAD(Buffer.from(identity));
      const sealed = [nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(current === 0 ? sealed : [headerOf(current), ...sealed]);
    },
    decrypt(sealed, identity) {
      const { seal } = keys();
      const bytes = Buffer.from(sealed);
      const keyId = keyIdOf(bytes);
      if (keyId === 0) return open(keyOf(seal, 0), bytes, identity);
      try {
        return open(keyOf(seal, keyId), bytes.subarray(HEADER_BYTES), identity);
      } catch (error) {
        // The random beginning of a value of key 0 may look like a header, once in four billion.
        const first = seal.get(0);
        if (first) return openOr(error, first, bytes, identity);
        throw error;
      }
    },
    blindIndex: (plain, purpose) => createHmac('sha256', keys().index).update(`${purpose}\0${plain}`).digest(),
  };
}

/** Begins everything that a key other than 0 has sealed. */
export function headerOf(keyId: number): Buffer {
  const id = Buffer.alloc(2);
  id.writeUInt16BE(keyId);
  return Buffer.concat([MARK, id]);
}

function keyIdOf(bytes: Buffer): number {
  return bytes.subarray(0, MARK.length).equals(MARK) ? bytes.readUInt16BE(MARK.length) : 0;
}

function keyOf(seal: FieldKeys['seal'], keyId: number): Uint8Array {
  const key = seal.get(keyId);
  if (!key) throw new Error(`Field key ${keyId} is not known to this process`);
  return key;
}

function open(key: Uint8Array, bytes: Buffer, identity: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    .setAAD(Buffer.from(identity))
    .setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
}

function openOr(error: unknown, key: Uint8Array, bytes: Buffer, identity: string): string {
  try {
    return open(key, bytes, identity);
  } catch {
    throw error;
  }
}
