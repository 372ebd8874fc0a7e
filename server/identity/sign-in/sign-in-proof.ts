/** How the user proved who they are at the start of a sign-in. */
export type SignInProof =
  | { readonly by: 'password' }
  /** A passkey: the user's device plus a fingerprint, face or PIN. */
  | { readonly by: 'passkey' }
  /** A token of the mobile app after a fingerprint or face check. */
  | { readonly by: 'appToken'; readonly appDeviceHash: Uint8Array }
  | { readonly by: 'singleSignOn'; readonly withSeveralFactors: boolean };

/** Returns whether the proof counts as two factors, so no security code is required. */
export function hasTwoFactors(proof: SignInProof): boolean {
  return proof.by === 'singleSignOn' ? proof.withSeveralFactors : proof.by !== 'password';
}

/** Returns whether the proof replaces entering the password again before a sensitive change. */
export function confirmsIdentity({ by }: SignInProof): boolean {
  return by === 'password' || by === 'passkey';
}
