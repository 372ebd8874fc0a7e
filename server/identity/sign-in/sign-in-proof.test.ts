import { expect, test } from 'vitest';
import { confirmsIdentity, hasTwoFactors, type SignInProof } from './sign-in-proof.ts';

test.each<[SignInProof, { readonly twoFactors: boolean; readonly confirms: boolean }]>([
  [{ by: 'password' }, { twoFactors: false, confirms: true }],
  [{ by: 'passkey' }, { twoFactors: true, confirms: true }],
  [
    { by: 'appToken', appDeviceHash: new Uint8Array() },
    { twoFactors: true, confirms: false },
  ],
  [
    { by: 'singleSignOn', withSeveralFactors: false },
    { twoFactors: false, confirms: false },
  ],
  [
    { by: 'singleSignOn', withSeveralFactors: true },
    { twoFactors: true, confirms: false },
  ],
])('a sign-in by %o gives the session %o', (proof, { twoFactors, confirms }) => {
  expect(hasTwoFactors(proof)).toBe(twoFactors);
  expect(confirmsIdentity(proof)).toBe(confirms);
});
