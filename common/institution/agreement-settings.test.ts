import { expect, it } from 'vitest';
import { agreementSettings, agreementsFromSettings } from './agreement-settings.ts';
import { parseAgreement } from './parse-agreement.ts';

it('an agreement arrives in the browser as configured', () => {
  const setup = '/institution/terms.html|2026-01-01|Terms of Use|0, 1';
  const parsed = parseAgreement(setup, 1, '<p>Words</p>');
  if (!parsed.ok) throw new Error(parsed.error);
  const other = parseAgreement('https://harbor.example/sms|06/30/2025|Text Messages|4', 0, '');
  if (!other.ok) throw new Error(other.error);
  const agreements = [other.value, parsed.value];
  const shared = agreementSettings(agreements);
  expect(shared['agreements.agreement2']).toBe('/institution/terms.html|2026-01-01|Terms of Use|0,1');
  expect(agreementsFromSettings(shared)).toEqual(agreements);
});

it.each([
  ['/t|2026-01-01|Terms', 'wrong parameter count'],
  ['/t|2026-01-01|Terms|0|1', 'wrong parameter count'],
  ['/t|2026-02-30|Terms|0', 'invalid effective date'],
  ['/t|2026-01-01|Terms|5', 'unknown agreement type'],
  ['/t|2026-01-01|Terms|', 'unknown agreement type'],
])('the setup "%s" is refused: %s', (setup, error) => {
  expect(parseAgreement(setup, 0, '')).toEqual({ ok: false, error });
});

it('agreements are numbered from 11337 by position', () => {
  const numbers = [0, 4].map((index) => {
    const parsed = parseAgreement('/t|2026-01-01|Terms|0', index, '');
    return parsed.ok ? parsed.value.hostNumber : null;
  });
  expect(numbers).toEqual([11_337, 11_341]);
});
