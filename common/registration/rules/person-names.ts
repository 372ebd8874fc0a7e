/** Shorter beginnings match too many names: `Al` is Albert, Alice and Alma. */
const SHORTEST_BEGINNING = 3;

/** Ignores case, accents, spaces and punctuation: `O'Brien` and `obrien`, `Peña` and `PENA`. */
export function isSameName(typed: string, known: string): boolean {
  return lettersOf(typed) !== '' && lettersOf(typed) === lettersOf(known);
}

/**
 * Also accepts a middle name or initial, missing accents, or a short form such as Tom for Tomas. Other facts and a code
 * identify the person.
 */
export function isSameFirstName(typed: string, known: string): boolean {
  if (isSameName(typed, known)) return true;
  const [first = ''] = wordsOf(typed);
  const [knownFirst = ''] = wordsOf(known);
  if (first === '' || knownFirst === '') return false;
  const [shorter, longer] = first.length <= knownFirst.length ? [first, knownFirst] : [knownFirst, first];
  return first === knownFirst || (shorter.length >= SHORTEST_BEGINNING && longer.startsWith(shorter));
}

/** Returns whether a bank account's owner includes the customer: `Margaret & John Okafor` for `Margaret Okafor`. */
export function namesOwner(ownerName: string, customerName: string): boolean {
  const owner = wordsOf(ownerName);
  const wanted = wordsOf(customerName).filter((word) => word.length > 1);
  return wanted.length > 0 && wanted.every((word) => owner.includes(word));
}

function wordsOf(name: string): string[] {
  return name
    .trim()
    .split(/[\s.,]+/u)
    .map(lettersOf)
    .filter((word) => word !== '');
}

/** Letters such as the Polish ł don't decompose in Unicode, so their accent can't be removed. */
function lettersOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
