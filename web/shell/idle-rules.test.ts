import { describe, expect, it } from 'vitest';
import { formatCountdown, evaluateIdle } from './idle-rules.ts';

const start = 1_000_000;

function verdictAfter(idleMs: number) {
  return evaluateIdle({ lastActivityMs: start, lastContactMs: start }, start + idleMs);
}

describe('an idle user', () => {
  it.each([
    { idleMs: 0, verdict: { kind: 'active', tellServer: false } },
    { idleMs: 179_999, verdict: { kind: 'active', tellServer: false } },
    { idleMs: 180_000, verdict: { kind: 'expiring', secondsLeft: 120 } },
    { idleMs: 180_999, verdict: { kind: 'expiring', secondsLeft: 120 } },
    { idleMs: 181_000, verdict: { kind: 'expiring', secondsLeft: 119 } },
    { idleMs: 299_999, verdict: { kind: 'expiring', secondsLeft: 1 } },
    { idleMs: 300_000, verdict: { kind: 'expired' } },
    { idleMs: 3_600_000, verdict: { kind: 'expired' } },
  ])('is after $idleMs ms: $verdict', ({ idleMs, verdict }) => {
    expect(verdictAfter(idleMs)).toEqual(verdict);
  });
});

describe('a user who is active without server calls', () => {
  it.each([
    { sinceContactMs: 59_999, tellServer: false },
    { sinceContactMs: 60_000, tellServer: true },
  ])('is reported after a minute: $sinceContactMs ms, $tellServer', ({ sinceContactMs, tellServer }) => {
    const now = start + sinceContactMs;
    expect(evaluateIdle({ lastActivityMs: now - 10, lastContactMs: start }, now)).toEqual({
      kind: 'active',
      tellServer,
    });
  });

  it('is not reported again before the next activity', () => {
    expect(evaluateIdle({ lastActivityMs: start - 10, lastContactMs: start }, start + 90_000)).toEqual({
      kind: 'active',
      tellServer: false,
    });
  });
});

it.each([
  [120, '2:00'],
  [119, '1:59'],
  [60, '1:00'],
  [59, '0:59'],
  [9, '0:09'],
  [1, '0:01'],
])('%i seconds are shown as %s', (seconds, shown) => {
  expect(formatCountdown(seconds)).toBe(shown);
});
