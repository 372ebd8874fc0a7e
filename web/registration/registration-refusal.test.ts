import { describe, expect, it } from 'vitest';
import { registrationTexts } from '#common/registration/texts.ts';
import { emailCodeMessage, isUnspecific, registrationRefusal } from './registration-refusal.ts';

const refused = (...codes: string[]) => registrationRefusal({ kind: 'refused', status: 200, codes });

describe('a refused registration', () => {
  const codes = Object.keys(registrationTexts).flatMap((key) => {
    const [group, code = ''] = key.split('.');
    return group === 'registerError' && code !== 'Restricted' ? [code] : [];
  });

  it.each(codes)('with %s shows its own text', (code) => {
    expect(refused(code)).toEqual({ kind: 'messages', texts: [`registerError.${code}`] });
  });

  it.each(['SomethingNew', 'constructor', ''])('with the unknown code "%s" shows the general text', (code) => {
    expect(refused(code)).toEqual({ kind: 'messages', texts: ['registerError.Error'] });
  });

  it('with several codes shows each text once, in order', () => {
    expect(refused('SSN', 'unknown', 'DateOfBirth', 'SSN', 'strange')).toEqual({
      kind: 'messages',
      texts: ['registerError.SSN', 'registerError.Error', 'registerError.DateOfBirth'],
    });
  });

  it.each([
    ['InfoProblem', true],
    ['Failed', true],
    ['SomethingNew', true],
    ['LoginNameExists', false],
    ['PasswordTooShort', false],
    ['Restricted', false],
  ])('with %s leaves open what to correct: %s', (code, expected) => {
    expect(isUnspecific(refused(code))).toBe(expected);
  });

  it("can't be corrected if it created a closed login, and ends if the portal is closed", () => {
    expect(refused('Restricted')).toEqual({ kind: 'restricted' });
    const closed = { kind: 'refused', status: 403, codes: ['maintenanceModeEnabled'] } as const;
    expect(registrationRefusal(closed)).toEqual({ kind: 'closed' });
  });

  it.each([
    { kind: 'refused', status: 500, codes: ['InfoProblem'] },
    { kind: 'refused', status: 429, codes: [] },
    { kind: 'unreachable', timedOut: true },
  ] as const)('for an unexpected reason shows the general text: %o', (result) => {
    expect(registrationRefusal(result)).toEqual({ kind: 'messages', texts: ['registerError.Error'] });
  });
});

describe('a refused code', () => {
  it.each([
    ['CodeExpired', 'registerCode.CodeExpired'],
    ['MaxAttemptsReached', 'registerCode.MaxAttemptsReached'],
    ['Invalid', 'registerCode.refused'],
    ['SomethingNew', 'registerCode.refused'],
  ])('with %s shows %s', (code, text) => {
    expect(emailCodeMessage({ kind: 'refused', status: 403, codes: [code] })).toBe(text);
  });

  it.each([
    [{ kind: 'refused', status: 200, codes: ['MaxAttemptsReached'] }, 'registerCode.tooMany'],
    [{ kind: 'refused', status: 429, codes: ['TooManyRequests'] }, 'registerCode.tooManyForNow'],
  ] as const)('after too many requests shows when the next one is possible: %o', (result, text) => {
    expect(emailCodeMessage(result)).toBe(text);
  });

  it.each([
    { kind: 'refused', status: 500, codes: ['CodeExpired'] },
    { kind: 'refused', status: 200, codes: ['Invalid'] },
    { kind: 'unreachable', timedOut: false },
  ] as const)('for any other reason shows that something went wrong: %o', (result) => {
    expect(emailCodeMessage(result)).toBe('registerCode.failed');
  });
});
