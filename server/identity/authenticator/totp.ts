import { Secret, TOTP } from 'otpauth';

/** The parameters every app supports: HMAC-SHA-1, six digits, 30 seconds (RFC 6238). */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Allows for clock differences and typing: one step to either side (RFC 6238, 5.2). */
const STEPS_AROUND = 1;

/** 160 random bits, in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** @returns the time step of a current code, or undefined */
export function findTotpStep(secret: string, code: string, now: Temporal.Instant): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.epochMilliseconds;
  const delta = TOTP.validate({
    ...SHAPE,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp,
    window: STEPS_AROUND,
  });
  return delta === null ? undefined : TOTP.counter({ period: SHAPE.period, timestamp }) + delta;
}

/** The `otpauth://totp/…` address for a QR code. */
export function totpAddress(secret: string, issuer: string, loginName: string): string {
  return new TOTP({ ...SHAPE, secret, issuer, label: loginName }).toString();
}
