/** The `DeviceID` of a token from the institution's single sign-on (C-042). */
export const WEB_CHANNEL = 'Web';

/** Proves that this browser requested the sign-on token; see docs/single-sign-on.md. */
export const SIGN_ON_PROOF_HEADER = 'SignOnProof';
