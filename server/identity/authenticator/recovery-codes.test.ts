import { expect, test } from 'vitest';
import { createRecoveryCodes, hashRecoveryCodes, matchesRecoveryCode, readRecoveryCode } from './recovery-codes.ts';

test('there are ten, without lookalike characters, each starting differently', () => {
  const codes = createRecoveryCodes();
  expect(codes).toHaveLength(10);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(new Set(codes.map((code) => code.charAt(0))).size).toBe(10);
});

test.each(['A3F7K-9QPT1', 'a3f7k9qpt1', ' A3F7K 9QPT1 ', 'a3f7k-9qptl', 'A3F7K-9QPTI'])(
  '%j is the same code',
  (typed) => {
    expect(readRecoveryCode(typed)).toEqual({ slot: 'A', secret: '3F7K9QPT1' });
  },
);

test('the letter O is read as zero', () => {
  expect(readRecoveryCode('OOOOO-OOOOO')).toEqual({ slot: '0', secret: '000000000' });
});

test('a hash matches only its own code', async () => {
  const [hashed] = await hashRecoveryCodes(['A3F7K-9QPT1']);
  expect(hashed?.slot).toBe('A');
  expect(hashed?.codeHash).toMatch(/^argon2id\$/);
  expect(await matchesRecoveryCode('3F7K9QPT1', hashed?.codeHash ?? '')).toBe(true);
  expect(await matchesRecoveryCode('3F7K9QPT2', hashed?.codeHash ?? '')).toBe(false);
});
