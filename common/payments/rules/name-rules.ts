import { plainName } from '#common/core/plain-name.ts';

/** A letter first; then letters, full stops, apostrophes, back ticks, dashes and spaces (P 5). */
const namePattern = /^\p{L}[\p{L}\p{M}.'`\- ]*$/u;

/** The same sign twice in a row, such as `--` or two spaces. */
const repeatedSign = /([^\p{L}\p{M}])\1/u;

const forbiddenCharacters = /[~<>{}^[\]]/;

/** Whether a person's name follows the pattern of P 5; spaces around it and the kind of apostrophe do not count. */
export function isPersonName(name: string): boolean {
  const plain = plainName(name);
  return namePattern.test(plain) && !repeatedSign.test(plain);
}

export function hasForbiddenCharacters(text: string): boolean {
  return forbiddenCharacters.test(text);
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}
