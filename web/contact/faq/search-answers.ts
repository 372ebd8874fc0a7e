import type { FaqAnswer, ShownSection } from './faq-sections.ts';

/** Two letters match almost everything. */
const SHORTEST_SEARCH = 3;

/** Splits the entry into words without accents and capitals; empty while too little is typed. */
export function searchWords(typed: string): string[] {
  return plain(typed).trim().length < SHORTEST_SEARCH ? [] : plain(typed).trim().split(/\s+/);
}

/** Returns the answers that contain every word, by section; leaves out empty sections. */
export function findAnswers(sections: readonly ShownSection[], words: readonly string[]): ShownSection[] {
  return sections
    .map((section) => ({ ...section, answers: section.answers.filter((answer) => holdsAll(answer, words)) }))
    .filter(({ answers }) => answers.length > 0);
}

export function findPlaces(text: string, words: readonly string[]): { readonly start: number; readonly end: number }[] {
  const searched = plain(text);
  // Removing accents changed the length, so positions would be wrong.
  if (searched.length !== text.length) return [];
  return words.flatMap((word) => placesOf(searched, word));
}

function placesOf(searched: string, word: string): { readonly start: number; readonly end: number }[] {
  const places = [];
  for (let start = searched.indexOf(word); start !== -1; start = searched.indexOf(word, start + word.length)) {
    places.push({ start, end: start + word.length });
  }
  return places;
}

function holdsAll({ words: text }: FaqAnswer, words: readonly string[]): boolean {
  const searched = plain(text);
  return words.every((word) => searched.includes(word));
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
