import { expect, test } from 'vitest';
import { validateSignIn } from './validate-sign-in.ts';

test.each([
  ['margaret.okafor', 'Harbor-2026!', {}],
  ['', 'Harbor-2026!', { username: 'login.usernameRequired' }],
  ['   ', 'Harbor-2026!', { username: 'login.usernameRequired' }],
  ['margaret.okafor', '', { password: 'login.passwordRequired' }],
  ['margaret.okafor', ' ', {}],
  ['', '', { username: 'login.usernameRequired', password: 'login.passwordRequired' }],
])('"%s" with password "%s" gives %j', (username, password, errors) => {
  expect(validateSignIn({ username, password })).toEqual(errors);
});
