/** Apostrophes as phones and word processors type them, and accents that stand for one: ’ ‘ ʼ ´ ′ ＇. */
const curlyApostrophes = /[\u2019\u2018\u02BC\u00B4\u2032\uFF07]/g;

/** A name as it is kept and compared: without spaces around it, composed, and with the straight apostrophe of `O'Wei`. */
export function plainName(name: string): string {
  return name.trim().normalize('NFC').replaceAll(curlyApostrophes, "'");
}
