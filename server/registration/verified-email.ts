import { emailKeyOf } from '#common/core/email-address.ts';
import type { Services } from '#server/services.ts';

/** A registration takes no longer than this after the code. */
const PROOF_MINUTES = 60;

const codePurpose = 'registration-code';
const proofPurpose = 'registration-verified-email';

export interface SentCode {
  readonly browserId: string;
  readonly emailAddress: string;
}

interface Proof {
  readonly emailKey: string;
  readonly until: number;
}

/** Seals the MFAToken, so nothing has to be stored for a visitor. */
export function sealSentCode(services: Services, sent: SentCode): string {
  return seal(services, codePurpose, sent);
}

export function openSentCode(services: Services, token: string): SentCode | undefined {
  return unseal(services, codePurpose, token) as SentCode | undefined;
}

/** Seals the cookie for a browser that entered the right code. */
export function sealVerifiedEmail(services: Services, emailAddress: string): string {
  const until = services.clock.now().add({ minutes: PROOF_MINUTES }).epochMilliseconds;
  const proof: Proof = { emailKey: emailKeyOf(emailAddress), until };
  return seal(services, proofPurpose, proof);
}

export function provesEmail(services: Services, cookie: string | undefined, emailAddress: string): boolean {
  if (cookie === undefined) return false;
  const proof = unseal(services, proofPurpose, cookie) as Proof | undefined;
  if (!proof) return false;
  return proof.emailKey === emailKeyOf(emailAddress) && proof.until > services.clock.now().epochMilliseconds;
}

function seal(services: Services, purpose: string, content: object): string {
  return Buffer.from(services.cipher.encrypt(JSON.stringify(content), purpose)).toString('base64url');
}

/** Returns undefined if it was altered or sealed for another purpose. */
function unseal(services: Services, purpose: string, sealed: string): unknown {
  try {
    return JSON.parse(services.cipher.decrypt(Buffer.from(sealed, 'base64url'), purpose)) as unknown;
  } catch {
    return undefined;
  }
}
