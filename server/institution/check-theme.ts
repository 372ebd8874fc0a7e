import type { Theme } from '#common/institution/institution.ts';

/** WCAG 2.2: text needs at least 4.5 to 1 against its background. */
const LEAST_CONTRAST = 4.5;

/** Share of the text color in the quieter text on the brand. */
const QUIET_SHARE = 0.84;

/** Returns one line for each pair of colors with too little contrast. */
export function themeProblems(theme: Theme): string[] {
  const pairs: readonly (readonly [keyof Theme, string, string])[] = [
    ['brand', theme.brand, theme.onBrand],
    ['brandStrong', theme.brandStrong, theme.onBrand],
    ['brandSoft', theme.brandSoft, theme.brand],
    // The quieter text on the brand: `--on-brand-2` in web/ui/tokens.css.
    ['onBrand', theme.brand, mixInOklab(theme.onBrand, theme.brand, QUIET_SHARE)],
  ];
  return pairs.flatMap(([name, background, text]) => {
    const ratio = contrast(background, text);
    return ratio < LEAST_CONTRAST
      ? [
          `theme.${name}: text ${text} on ${background} has a contrast of ${ratio.toFixed(1)}; at least ${LEAST_CONTRAST} is needed`,
        ]
      : [];
  });
}

/** A theme around one brand color that passes {@link themeProblems}: the brand is darkened until white is readable on it. */
export function readableTheme(color: string): Theme {
  const around = (brand: string): Theme => ({
    brand,
    brandStrong: mixInOklab(brand, '#000000', 0.7),
    brandSoft: mixInOklab(brand, '#ffffff', 0.14),
    onBrand: '#ffffff',
    accent: '#b4692a',
  });
  let share = 1;
  while (share > 0.2 && themeProblems(around(mixInOklab(color, '#000000', share))).length > 0) share -= 0.02;
  return around(mixInOklab(color, '#000000', share));
}

/** The contrast ratio of two `#rrggbb` colors, from 1 to 21. */
function contrast(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = linearChannels(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linearChannels(color: string): number[] {
  return [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

/** Computes `color-mix(in oklab, <a> <share>, <b>)` of two `#rrggbb` colors, as browsers do. */
function mixInOklab(a: string, b: string, share: number): string {
  const [from, to] = [toOklab(a), toOklab(b)];
  return fromOklab(from.map((value, index) => share * value + (1 - share) * (to[index] ?? 0)));
}

/** The matrices of CSS Color 4: linear sRGB to cone responses, and their cube roots to lightness, a and b. */
const toCones = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const toLab = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const fromLab = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
const fromCones = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

function toOklab(color: string): number[] {
  return multiply(toLab, multiply(toCones, linearChannels(color)).map(Math.cbrt));
}

function fromOklab(lab: readonly number[]): string {
  const linear = multiply(
    fromCones,
    multiply(fromLab, lab).map((root) => root ** 3),
  );
  const bytes = linear.map((value) => {
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Number((Math.min(Math.max(encoded, 0), 1) * 255).toFixed(0));
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function multiply(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
  return matrix.map((row) => row.reduce((sum, factor, index) => sum + factor * (vector[index] ?? 0), 0));
}
