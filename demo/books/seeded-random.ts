/**
 * A generator that gives the same sequence for the same seed on every machine, so histories don't change between
 * starts.
 */
export interface SeededRandom {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** An integer from `least` to `most`, inclusive. */
  between(least: number, max: number): number;
  /** Throws RangeError for an empty list. */
  pick<Item>(items: readonly Item[]): Item;
}

/** Mulberry32 (Tommy Ettinger, public domain): small, fast and even enough for demonstration data. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, max: number) => least + ((next() * (max - least + 1)) | 0);
  return {
    next,
    between,
    pick(items) {
      if (items.length === 0) throw new RangeError('Cannot pick from an empty list.');
      return items[between(0, items.length - 1)] as (typeof items)[number];
    },
  };
}
