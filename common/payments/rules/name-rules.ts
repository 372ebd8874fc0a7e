import { plainName } from '#common/core/plain-name.ts';

/** Starts with a letter; then letters, periods, apostrophes, backticks, dashes and spaces (P 5). */
const namePattern = /^\p{L}[\p{L}\p{M}.'`\- ]*$/u;

/** The same character twice in a row, e.g. `--` or two spaces. */
const repeatedSign = /([^\p{L}\p{M}])\1/u;

const forbiddenCharacters = /[~<>{}^[\]]/;

/** Ignores surrounding spaces and the kind of apostrophe (P 5). */
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
