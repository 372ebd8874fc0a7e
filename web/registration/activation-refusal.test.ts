import { expect, it } from 'vitest';
import { registrationTexts } from '#common/registration/texts.ts';
import { passwordErrorCodes } from '#common/identity/rules/password-errors.ts';
import { activationProblem } from './activation-refusal.ts';

function refused(code: string) {
  return activationProblem({ kind: 'refused', status: 403, codes: [code] });
}

it('tells a customer whose password is the username from one whose password contains it', () => {
  const words = (code: string) => registrationTexts[refused(code) as keyof typeof registrationTexts];
  expect(words('PasswordSameAsLogin')).toBe('Password must be different than Username');
  expect(words('PasswordContainsLogon')).toBe('Password cannot contain your username');
});

it.each(passwordErrorCodes.filter((code) => code !== 'Error' && code !== 'ReusedPassword'))(
  'a customer who activates learns what %s means',
  (code) => {
    expect(refused(code)).toBe(`registerError.${code}`);
  },
);

it.each([
  [{ kind: 'refused', status: 403, codes: ['SomethingNew'] }],
  [{ kind: 'refused', status: 500, codes: ['PasswordTooShort'] }],
  [{ kind: 'unreachable', timedOut: true }],
] as const)('%o shows the general text', (failure) => {
  expect(activationProblem(failure)).toBe('activateError.failed');
});
