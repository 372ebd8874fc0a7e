/** Normalizes an answer for hashing and comparison: case, spacing and Unicode encoding don't matter. */
export function normalizeSecretAnswer(answer: string): string {
  return answer.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** C-101. */
export function hasAllowedCharacters(text: string, pattern: string): boolean {
  return new RegExp(pattern, 'u').test(text);
}

/** The pattern also applies to preset questions (A 2.6, A 2.8). */
export function listAllowedQuestions(questions: readonly string[], pattern: string): string[] {
  return questions.filter((question) => hasAllowedCharacters(question, pattern));
}
