const KILOBYTE = 1_024;
const kilobytes = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, roundingMode: 'ceil' });
const megabytes = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, roundingMode: 'ceil' });

/** `84 KB`, `2.3 MB`; rounded up, so a file above the limit never reads as the limit. */
export function sizeText(bytes: number): string {
  const isSmall = bytes < KILOBYTE * KILOBYTE;
  return isSmall ? `${kilobytes.format(bytes / KILOBYTE)} KB` : `${megabytes.format(bytes / KILOBYTE / KILOBYTE)} MB`;
}
