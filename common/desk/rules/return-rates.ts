import type { ReturnFigures } from './reports.queries.ts';

export interface ReturnRate {
  readonly kind: 'unauthorized' | 'administrative' | 'overall';
  readonly count: number;
  /** Null without drafts. */
  readonly percent: string | null;
  readonly limitPercent: string;
  readonly state: 'below' | 'near' | 'above';
}

/** The Nacha Operating Rules, section 2.17.2: over it, the bank must act. In tenths of a percent. */
const limits = {
  unauthorized: { tenths: 5, codes: ['R05', 'R07', 'R10', 'R11', 'R29', 'R51'] },
  administrative: { tenths: 30, codes: ['R02', 'R03', 'R04'] },
  overall: { tenths: 150, codes: null },
} as const;

/** Four fifths of the limit: time to look at the cause. */
const NEAR = { of: 4, in: 5 };

/** @param filed drafts that left in the same span */
export function evaluateReturns(returns: readonly ReturnFigures[], filed: number): ReturnRate[] {
  return (['unauthorized', 'administrative', 'overall'] as const).map((kind) => {
    const { tenths, codes } = limits[kind];
    const counted = returns.filter(({ code }) => codes === null || (codes as readonly string[]).includes(code));
    const count = counted.reduce((sum, figures) => sum + figures.count, 0);
    const limit = tenths * filed;
    const state = count * 1_000 > limit ? 'above' : count * 1_000 * NEAR.in > limit * NEAR.of ? 'near' : 'below';
    return { kind, count, percent: percentOf(count, filed), limitPercent: `${tenths / 10}`, state };
  });
}

/** With two decimals, cut and not rounded: a rate above its limit never reads like the limit. */
function percentOf(count: number, filed: number): string | null {
  if (filed === 0) return null;
  const hundredths = (BigInt(count) * 10_000n) / BigInt(filed);
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}
