/** What a user proved to begin a sign-in. */
export type SignInProof =
  | { readonly by: 'password' }
  /** A device the user has, plus a fingerprint, face or PIN. */
  | { readonly by: 'passkey' }
  /** The token of the mobile app, which has checked a fingerprint or face. */
  | { readonly by: 'appToken'; readonly appDeviceHash: Uint8Array }
  | { readonly by: 'singleSignOn'; readonly withSeveralFactors: boolean };

/** Returns whether the proof counts as two factors, so no security code is required. */
export function hasTwoFactors(proof: SignInProof): boolean {
  return proof.by === 'singleSignOn' ? proof.withSeveralFactors : proof.by !== 'password';
}

/** Returns whether the proof may stand in for entering the password again before a sensitive change. */
export function confirmsIdentity({ by }: SignInProof): boolean {
  return by === 'password' || by === 'passkey';
}
