import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { AttestedPasskey, PasskeyAssertion } from '#common/identity/passkeys.api.ts';

interface MadePasskey {
  readonly id: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
}

/** Ways to make an answer invalid. */
export interface Flaws {
  readonly origin?: string;
  readonly challenge?: string;
  /** Without user verification (fingerprint, face or PIN). */
  readonly unverified?: boolean;
  /** Replaces the counter's next value. */
  readonly signCount?: number;
  readonly type?: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Creates one passkey and signs with it (WebAuthn level 3, ES256, no attestation). */
export class VirtualAuthenticator {
  readonly #origin: string;
  readonly #rpId: string;
  #passkey: MadePasskey | undefined;
  signCount = 0;

  constructor(origin = 'http://localhost:80') {
    this.#origin = new URL(origin).origin;
    this.#rpId = new URL(origin).hostname;
  }

  make(
    options: { readonly challenge: string; readonly user: { readonly id: string } },
    flaws: Flaws = {},
  ): AttestedPasskey {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(32);
    this.#passkey = { id: id.toString('base64url'), userHandle: options.user.id, privateKey };
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      this.#authenticatorData(HAS_CREDENTIAL, flaws),
      Buffer.alloc(16),
      idLength,
      id,
      coseKey(publicKey),
    ]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(authData),
    ]);
    return {
      Id: this.#passkey.id,
      ClientDataJson: this.#clientData('webauthn.create', options.challenge, flaws).toString('base64url'),
      AttestationObject: attestation.toString('base64url'),
      Transports: ['internal'],
    };
  }

  sign(options: { readonly challenge: string }, flaws: Flaws = {}): PasskeyAssertion {
    if (!this.#passkey) throw new Error('This device has no passkey');
    this.signCount += 1;
    const authData = this.#authenticatorData(0, { signCount: this.signCount, ...flaws });
    const clientData = this.#clientData('webauthn.get', options.challenge, flaws);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return {
      Id: this.#passkey.id,
      ClientDataJson: clientData.toString('base64url'),
      AuthenticatorData: authData.toString('base64url'),
      Signature: sign('sha256', signed, this.#passkey.privateKey).toString('base64url'),
      UserHandle: this.#passkey.userHandle,
    };
  }

  #authenticatorData(flags: number, { unverified = false, signCount = 0 }: Flaws): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(signCount);
    const all = flags | USER_PRESENT | (unverified ? 0 : USER_VERIFIED);
    return Buffer.concat([createHash('sha256').update(this.#rpId).digest(), Buffer.from([all]), counter]);
  }

  #clientData(type: string, challenge: string, flaws: Flaws): Buffer {
    const data = {
      type: flaws.type ?? type,
      challenge: flaws.challenge ?? challenge,
      origin: flaws.origin ?? this.#origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(data));
  }
}

/** An ES256 key as COSE (RFC 9053): kty EC2, alg -7, curve P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
}
