/** Returns whether PostgreSQL can store all text of an input: it refuses NUL, and in JSON half of a surrogate pair. */
export function isStorable(input: unknown): boolean {
  if (typeof input === 'string') return !input.includes('\0') && input.isWellFormed();
  return typeof input !== 'object' || input === null || Object.values(input).every(isStorable);
}
