import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { createTotpSecret, findTotpStep, totpAddress } from './totp.ts';

/** RFC 6238, appendix B: the ASCII key in base32; our codes are the last six of its eight digits. */
const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

function at(epochSeconds: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(epochSeconds * 1_000);
}

test.each([
  [59, '94287082', 0x1],
  [1_111_111_109, '07081804', 0x23523ec],
  [1_111_111_111, '14050471', 0x23523ed],
  [1_234_567_890, '89005924', 0x273ef07],
  [2_000_000_000, '69279037', 0x3f940aa],
  [20_000_000_000, '65353130', 0x27bc86aa],
])('at %i, the code of RFC 6238 ends in %s', (seconds, code, step) => {
  expect(findTotpStep(KEY, code.slice(2), at(seconds))).toBe(step);
});

test.each([
  ['more than a step before it is shown', -31, false],
  ['a step before it is shown', -30, true],
  ['while it is shown', 0, true],
  ['at the end of the step after', 59, true],
  ['two steps after', 60, false],
])('a code is accepted %s: %i seconds after its start, %s', (_when, seconds, isTaken) => {
  // The code of RFC 6238 at 1111111111 is shown from the second before.
  expect(findTotpStep(KEY, '050471', at(1_111_111_110 + seconds))).toBe(isTaken ? 0x23523ed : undefined);
});

test.each(['', '05047', '0504711', '05047a', '０５０４７１', ' 050471', '94287082'])('%j is not a code', (code) => {
  expect(findTotpStep(KEY, code, at(1_111_111_111))).toBeUndefined();
});

test('each key is new and has 160 bits', () => {
  expect(createTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(createTotpSecret()).not.toBe(createTotpSecret());
});

test("the QR code's address names the account and works in an app", () => {
  const address = totpAddress(KEY, 'First Harbor Lending', 'li.wei');
  const { protocol, searchParams } = new URL(address);
  expect(protocol).toBe('otpauth:');
  expect(decodeURIComponent(address)).toContain('totp/First Harbor Lending:li.wei?');
  expect(Object.fromEntries(searchParams)).toEqual({
    issuer: 'First Harbor Lending',
    secret: KEY,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  const code = TOTP.generate({ secret: Secret.fromBase32(searchParams.get('secret') ?? ''), timestamp: 59_000 });
  expect(findTotpStep(KEY, code, at(59))).toBe(1);
});
