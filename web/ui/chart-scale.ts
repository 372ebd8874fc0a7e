/** The units in which a chart is drawn; it is then as wide as its place. */
export const chartBox = { width: 600, height: 160 } as const;

/** Returns round whole numbers from zero to at most the highest, about four of them. */
export function roundTicks(highest: number): number[] {
  if (highest <= 0) return [0];
  const power = Math.max(1, 10 ** Math.floor(Math.log10(highest / 3)));
  const steps = [1, 2, 2.5, 5, 10].map((factor) => Math.round(factor * power));
  const step = steps.find((each) => highest / each <= 4) ?? power;
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, index) => index * step);
}

/** Returns the place, from 0, that a share of the chart's width falls on where it is divided evenly. */
export function placeAt(share: number, places: number): number {
  return Math.min(places - 1, Math.max(0, Math.floor(share * places)));
}
