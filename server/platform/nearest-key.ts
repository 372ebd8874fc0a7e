const MAX_GUESSES = 3;

/**
 * Asks whether one of the known keys was meant, such as `; did you mean "login.heading"?`. Empty if none is near, since
 * a wrong guess sends people the wrong way.
 */
export function didYouMean(key: string, known: Iterable<string>, quote = (near: string) => `"${near}"`): string {
  const quoted = nearKeys(key, [...known]).map(quote);
  const last = quoted.pop();
  if (last === undefined) return '';
  return `; did you mean ${quoted.length === 0 ? '' : `${quoted.join(', ')} or `}${last}?`;
}

/** Returns the keys with about as few typing mistakes, or else those of the same group that share a word. */
function nearKeys(key: string, known: readonly string[]): string[] {
  const byDistance = known
    .map((candidate) => ({ candidate, distance: editDistance(key.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  const least = byDistance[0]?.distance ?? 0;
  const isNear = least <= 2 || least * 5 <= key.length;
  const words = wordsOf(key);
  const near = byDistance.filter(({ candidate, distance }) =>
    isNear
      ? distance === least
      : groupOf(candidate) === groupOf(key) && wordsOf(candidate).some((word) => words.includes(word)),
  );
  return near.slice(0, MAX_GUESSES).map(({ candidate }) => candidate);
}

/** `login.` of `login.heading`, and `PASSBOOK_` of a variable: says nothing of what was meant. */
function groupOf(key: string): string {
  return /^(\w+\.|PASSBOOK_)/.exec(key)?.[0] ?? '';
}

function wordsOf(key: string): string[] {
  const words = key.slice(groupOf(key).length).match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.filter((word) => word.length > 3).map((word) => word.toLowerCase());
}

/** Whether `key` is one of `known` with one letter wrong, missing, added, or changed places with its neighbor. */
export function isNearly(key: string, known: string): boolean {
  if (key === known || Math.abs(key.length - known.length) > 1) return false;
  return editDistance(key, known) === 1 || withNeighborsSwapped(key).includes(known);
}

function withNeighborsSwapped(key: string): string[] {
  return Array.from(
    { length: key.length - 1 },
    (_, index) => key.slice(0, index) + (key[index + 1] ?? '') + (key[index] ?? '') + key.slice(index + 2),
  );
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, substitution));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
