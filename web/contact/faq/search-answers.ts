import type { FaqAnswer, ShownSection } from './faq-sections.ts';

/** Two letters are too few to look for: everything has them. */
const SHORTEST_SEARCH = 3;

/** What is looked for: words, each without its accents and capitals; none while too little is typed. */
export function searchWords(typed: string): string[] {
  return plain(typed).trim().length < SHORTEST_SEARCH ? [] : plain(typed).trim().split(/\s+/);
}

/** The sections with the answers that hold every word; sections without one are left out. */
export function findAnswers(sections: readonly ShownSection[], words: readonly string[]): ShownSection[] {
  return sections
    .map((section) => ({ ...section, answers: section.answers.filter((answer) => holdsAll(answer, words)) }))
    .filter(({ answers }) => answers.length > 0);
}

/** Where the words stand in a text, for marking them. */
export function findPlaces(text: string, words: readonly string[]): { readonly start: number; readonly end: number }[] {
  const searched = plain(text);
  // Accents that are letters of their own would shift everything behind them.
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
