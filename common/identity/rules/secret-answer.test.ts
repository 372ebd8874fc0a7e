import { expect, it } from 'vitest';
import { normalizeSecretAnswer } from './secret-answer.ts';
import { validateNewPassword } from './validate-new-password.ts';

it.each([
  ['Zürich', 'Zu\u0308rich'],
  ['Åland', 'A\u030aland'],
  ['Rex', ' REX '],
  ['St. Mary', 'st.\u00a0 mary'],
  ['ﬁdo', 'fido'],
])('the answer "%s" equals "%s"', (one, other) => {
  expect(normalizeSecretAnswer(one)).toBe(normalizeSecretAnswer(other));
});

it('a different answer does not match', () => {
  expect(normalizeSecretAnswer('Zürich')).not.toBe(normalizeSecretAnswer('Zurich'));
});

it.each([
  ['Möwe im Hafen 7', 'Mo\u0308we im Hafen 7', null],
  ['Möwe im Hafen 7', 'Mowe im Hafen 7', 'passwordsDontMatch'],
] as const)('"%s" confirmed as "%s" gives %s', (password, confirmation, error) => {
  const policy = { rules: [], minimumLength: 8, maximumLength: 128, classic: false };
  for (const entry of [
    { password, confirmation },
    { password: confirmation, confirmation: password },
  ]) {
    expect(validateNewPassword(entry, policy, { loginName: '' }).confirmation).toBe(error);
  }
});
