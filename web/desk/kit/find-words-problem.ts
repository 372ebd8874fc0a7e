/** As the calls of the desk ask for it: see `reason` of the contract. */
const MIN_LENGTH = 3;

/** @param whatToDo the sentence without its full stop */
export function findWordsProblem(words: string, whatToDo: string): string | undefined {
  const { length } = words.trim();
  if (length >= MIN_LENGTH) return undefined;
  return length === 0 ? `${whatToDo}.` : `${whatToDo}, in at least ${MIN_LENGTH} characters.`;
}
