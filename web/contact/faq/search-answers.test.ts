import { describe, expect, it } from 'vitest';
import type { ShownSection } from './faq-sections.ts';
import { findAnswers, findPlaces, searchWords } from './search-answers.ts';

const answer = (words: string) => ({ html: `<p>${words}</p>`, words });
const sections: ShownSection[] = [
  { id: 'general', name: 'faq.general', answers: [answer('When are you open?'), answer('Where do I pay?')] },
  { id: 'rates', name: 'faq.rates', answers: [answer('Why did my rate change? Résumé of rates')] },
];

describe('a search entry', () => {
  it.each([
    ['', []],
    ['pa', []],
    ['  pa ', []],
    ['Pay', ['pay']],
    [' Open  WHEN ', ['open', 'when']],
    ['résumé', ['resume']],
  ])('"%s" is %j', (typed, words) => {
    expect(searchWords(typed)).toEqual(words);
  });
});

describe('a search', () => {
  const found = (typed: string) =>
    findAnswers(sections, searchWords(typed)).map(({ id, answers }) => `${id} ${answers.length}`);

  it.each([
    ['pay', ['general 1']],
    ['wh', ['general 2', 'rates 1']],
    ['rate', ['rates 1']],
    ['Resume', ['rates 1']],
    ['open when', ['general 1']],
    ['open pay', []],
    ['.*?', []],
  ])('for "%s" finds %j', (typed, expected) => {
    expect(found(typed)).toEqual(expected);
  });
});

it.each([
  [
    'Rates and rates',
    'rates',
    [
      [0, 5],
      [10, 15],
    ],
  ],
  ['What? Why?', 'why?', [[6, 10]]],
  ['Nothing', 'rates', []],
])('in "%s", the word "%s" is at %j', (text, word, places) => {
  expect(findPlaces(text, [word]).map(({ start, end }) => [start, end])).toEqual(places);
});
