import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { UpdateFindings } from './update-report.ts';
import { assertNotOlder } from './update-run.ts';

const numbered = (count: number, prefix = 'a') => Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
const principal = (beforeCents: number, afterCents: number) => [
  { figure: 'principal', beforeCents: cents(beforeCents), afterCents: cents(afterCents) } as const,
];

describe('an update report', () => {
  test('counts an account once, however many of its figures change', () => {
    const findings = new UpdateFindings();
    findings.addUpdated('a1');
    findings.addUpdated('a1');
    findings.addUpdated('a2');
    findings.compare('a1', [
      ...principal(100, 90),
      { figure: 'other fees', beforeCents: cents(1), afterCents: cents(2) },
    ]);
    findings.compare('a2', principal(100, 100));
    expect([findings.updated, findings.changed]).toEqual([2, 1]);
    expect(findings.differences).toEqual([
      { accountNumber: 'a1', figure: 'principal', beforeCents: 100, afterCents: 90 },
      { accountNumber: 'a1', figure: 'other fees', beforeCents: 1, afterCents: 2 },
    ]);
  });

  test('shows the first hundred differences and unknown accounts, and counts all that change', () => {
    const findings = new UpdateFindings();
    for (const number of numbered(101)) {
      findings.compare(number, principal(1, 2));
      findings.addUnknown(number);
      findings.addUnknown(number);
    }
    expect(findings.changed).toBe(101);
    expect(findings.differences.map(({ accountNumber }) => accountNumber)).toEqual(numbered(100));
    expect(findings.unknown).toEqual(numbered(100));
  });

  test('names accounts that either file leaves out once, and counts as many as the file that leaves out more', () => {
    const findings = new UpdateFindings();
    expect(findings.leftOut).toEqual([]);
    findings.addLeftOut({ accountNumbers: ['a1', 'a2'], total: 7 });
    findings.addLeftOut({ accountNumbers: ['a2', 'a3'], total: 3 });
    expect(findings.leftOut).toEqual(['a1', 'a2', 'a3']);
    expect(findings.leftOutCount).toBe(7);
    findings.addLeftOut({ accountNumbers: numbered(99, 'b'), total: 120 });
    expect(findings.leftOut).toEqual(['a1', 'a2', 'a3', ...numbered(97, 'b')]);
    expect(findings.leftOutCount).toBe(120);
  });
});

describe('figures of a day', () => {
  const older = (known: string | null) => () =>
    assertNotOlder('l1', known === null ? null : day(known), day('2026-11-20'));

  test('replace none, older ones and those of the same day', () => {
    for (const known of [null, '2026-11-19', '2026-11-20']) expect(older(known)).not.toThrow();
  });

  test('do not replace newer ones', () => {
    expect(older('2026-11-21')).toThrow(
      expect.objectContaining({
        name: 'OlderFile',
        message: 'The figures of l1 are already those of 2026-11-21. Nothing was updated.',
      }),
    );
  });
});
