/** A secret answer as it is hashed and compared: case, spacing and how a letter is encoded do not matter. */
export function normaliseSecretAnswer(answer: string): string {
  return answer.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Whether a question or an answer has only the characters that the institution allows (C-101). */
export function hasAllowedCharacters(text: string, pattern: string): boolean {
  return new RegExp(pattern, 'u').test(text);
}

/** The questions of the institution that may be shown: the same pattern holds for them (A 2.6, A 2.8). */
export function listAllowedQuestions(questions: readonly string[], pattern: string): string[] {
  return questions.filter((question) => hasAllowedCharacters(question, pattern));
}
