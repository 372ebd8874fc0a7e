/** Apostrophes that phones and word processors insert, and accents typed in their place: ’ ‘ ʼ ´ ′ ＇. */
const curlyApostrophes = /[\u2019\u2018\u02BC\u00B4\u2032\uFF07]/g;

/** Normalizes a name for storage and comparison: trimmed, NFC, and with the straight apostrophe of `O'Wei`. */
export function plainName(name: string): string {
  return name.trim().normalize('NFC').replaceAll(curlyApostrophes, "'");
}
