/** What `DeviceID` says when the token comes from the institution's single sign-on (C-042). */
export const WEB_CHANNEL = 'Web';

/** The header that proves that this browser asked for the sign-on token; see docs/single-sign-on.md. */
export const SIGN_ON_PROOF_HEADER = 'SignOnProof';
