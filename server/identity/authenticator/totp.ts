import { Secret, TOTP } from 'otpauth';

/** As every app has it: HMAC-SHA-1, six digits, half a minute (RFC 6238). */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Clocks of telephones differ a little, and typing takes a moment: one step to either side (RFC 6238, 5.2). */
const STEPS_AROUND = 1;

/** A new key of 160 random bits, in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** @returns the time step that a code belongs to, or nothing when it is not one of now. */
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

/** What a QR code tells an app: `otpauth://totp/…`. */
export function totpAddress(secret: string, issuer: string, loginName: string): string {
  return new TOTP({ ...SHAPE, secret, issuer, label: loginName }).toString();
}
