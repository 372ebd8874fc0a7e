import { describe, expect, it } from 'vitest';
import { day } from '../../core/dates.ts';
import { cents } from '../../core/money.ts';
import type { RecurringPayment, ScheduledPayment } from './payment-types.ts';
import { hasPaused, livePayments, nothingPlanned, plannedPayments } from './planned-payments.ts';

const common = {
  handle: 'h',
  referenceNumber: 'R',
  type: 'ACH',
  lastFour: '6789',
  goodThrough: null,
  paused: false,
  totalCents: cents(15_100),
  amountCents: cents(15_000),
  feeCents: cents(100),
  deletable: true,
  editable: true,
} as const;

const scheduled = (on: string, posted = false): ScheduledPayment => ({
  ...common,
  payOn: day(on),
  isPayoff: false,
  posted,
});

const recurring: RecurringPayment = {
  ...common,
  option: 'Weekly',
  daysBeforeDue: 0,
  nextOn: day('2026-11-27'),
  additionalPrincipalCents: cents(0),
  paysTotalDue: false,
  skippable: true,
};

describe('what is set up for a loan', () => {
  it('may be nothing', () => {
    expect(plannedPayments(null, [])).toEqual(nothingPlanned);
  });

  it('names the next recurring payment with its total', () => {
    expect(plannedPayments(recurring, []).autopay).toEqual([
      { on: '2026-11-27', type: 'ACH', lastFour: '6789', goodThrough: null, cents: 15_100, paused: false },
    ]);
  });

  it('leaves the amount unknown for one that pays the total due', () => {
    expect(plannedPayments({ ...recurring, paysTotalDue: true }, []).autopay[0]?.cents).toBeNull();
  });

  it('lists scheduled payments by day, without those that are posted', () => {
    const planned = plannedPayments(null, [
      scheduled('2026-12-15'),
      scheduled('2026-12-01'),
      scheduled('2026-11-20', true),
    ]);
    expect(planned.scheduled.map(({ on }) => on)).toEqual(['2026-12-01', '2026-12-15']);
  });

  it('tells what is made from what a hold code keeps back', () => {
    const planned = plannedPayments({ ...recurring, paused: true }, [scheduled('2026-12-01')]);
    expect(hasPaused(planned)).toBe(true);
    expect(livePayments(planned)).toMatchObject({ autopay: [], scheduled: [{ on: '2026-12-01' }] });
    expect(hasPaused(plannedPayments(recurring, [scheduled('2026-12-01')]))).toBe(false);
  });
});
