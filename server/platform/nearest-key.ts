/** Returns the known key with the fewest typing mistakes between it and `key`. */
export function nearestKey(key: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const distance = editDistance(key, candidate);
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

/** Whether `key` is one of `known` with one letter wrong, missing, added, or changed places with its neighbor. */
export function isNearly(key: string, known: string): boolean {
  if (key === known) return false;
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
