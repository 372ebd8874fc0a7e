/** Characters of PDF's built-in fonts beyond Latin-1 (Windows-1252). */
const beyondLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Letters without a Unicode decomposition. */
const plainForms: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  '−': '-',
  '\u202f': ' ',
  '\u2011': '-',
};

/**
 * Reduces a text to the built-in fonts' characters: drops missing accents (`Łukasz Ștefan` becomes `Lukasz Stefan`) and
 * replaces other characters with `?`.
 */
export function printableText(text: string): string {
  return Array.from(text.normalize('NFC'), printableCharacter).join('');
}

function printableCharacter(character: string): string {
  if (isPrintable(character)) return character;
  const plain = plainForms[character] ?? character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return plain !== '' && Array.from(plain).every(isPrintable) ? plain : '?';
}

function isPrintable(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff) || beyondLatin1.has(character);
}

/** Wraps a text to `width`, between words, or inside a word that is too long. */
export function wrapText(text: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((long) => breakWord(long, width, widthOf))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

function breakWord(word: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && widthOf(part + character) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}
