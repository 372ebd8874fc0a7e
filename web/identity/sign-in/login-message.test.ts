import { expect, it } from 'vitest';
import { loginMessage, outageMessage } from './login-message.ts';

it.each([
  ['LockedOnBadPassword', { text: 'loginError.maxAttempts' }],
  ['MaxAttemptsReached', { text: 'loginError.maxAttempts' }],
  ['Invalid', { text: 'loginError.invalid' }],
  ['Restricted', { text: 'loginError.restricted' }],
  ['maintenanceModeEnabled', { text: 'loginError.offline' }],
  ['ServerError', { text: 'loginError.offline' }],
  ['TooManyCodes 12', { text: 'loginError.tooManyCodes', values: { minutes: '12' } }],
  ['MFANoEmail', { text: 'loginError.noEmail' }],
  ['SomethingNew', { text: 'loginError.notAuthorized' }],
  ['constructor', { text: 'loginError.notAuthorized' }],
])('a sign-in refused with %s shows %o', (code, message) => {
  expect(loginMessage({ kind: 'refused', status: 403, codes: [code] })).toEqual(message);
});

it('a sign-in refused without a code shows Not Authorized', () => {
  const message = { text: 'loginError.notAuthorized' };
  expect(loginMessage({ kind: 'refused', status: 403, codes: [] })).toEqual(message);
});

it('a server without its database is temporarily unavailable, and the form stays', () => {
  const result = { kind: 'unreachable', timedOut: false, portalDown: true, reference: 'K3MQ-9XDA' } as const;
  const message = { text: 'loginError.unavailable', reference: 'K3MQ-9XDA' };
  expect(loginMessage(result)).toEqual(message);
  expect(outageMessage(result)).toEqual(message);
});

it.each([
  { kind: 'refused', status: 500, codes: ['Invalid'] },
  { kind: 'refused', status: 400, codes: [] },
  { kind: 'unreachable', timedOut: false },
  { kind: 'unreachable', timedOut: true },
] as const)('any other failure counts as offline: %o', (result) => {
  expect(loginMessage(result)).toEqual({ text: 'loginError.offline' });
});
