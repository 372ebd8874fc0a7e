/** As the calls of the desk ask for it: see `reason` of the contract. */
const MIN_LENGTH = 3;

/** @param mend what to do, without a full stop */
export function findWordsProblem(words: string, mend: string): string | undefined {
  const { length } = words.trim();
  if (length >= MIN_LENGTH) return undefined;
  return length === 0 ? `${mend}.` : `${mend}, in at least ${MIN_LENGTH} characters.`;
}
