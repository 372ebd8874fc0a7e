export interface DeviceName {
  /** Null when the browser does not say what it is in a way that is known here. */
  readonly browser: string | null;
  readonly system: string | null;
}

/** The first that fits: many browsers also name those that they are like. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** What a person would call the browser and machine behind a User-Agent header. */
export function nameDevice(userAgent: string): DeviceName {
  return { browser: firstFit(browsers, userAgent), system: firstFit(systems, userAgent) };
}

function firstFit(names: readonly (readonly [RegExp, string])[], userAgent: string): string | null {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}
