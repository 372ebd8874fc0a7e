import { expect, it } from 'vitest';
import { defaultTexts } from '#common/contract/all-texts.ts';
import { optionDefinitions } from '#common/contract/all-options.ts';
import { didYouMean } from './nearest-key.ts';

const texts = Object.keys(defaultTexts);
const options = Object.keys(optionDefinitions);

it.each([
  ['a typing mistake', 'login.headding', texts, '; did you mean "login.heading"?'],
  [
    'a word that another key of the group has',
    'login.title',
    texts,
    '; did you mean "login.pageTitle" or "login.announcementTitle"?',
  ],
  ['nothing near', 'loginOptions.colorOfTheSea', options, ''],
  ['two as near as each other', 'a.cat', ['a.car', 'a.bat', 'a.dog'], '; did you mean "a.car" or "a.bat"?'],
])('of a key with %s, an operator reads no more than is likely', (_, key, known, guess) => {
  expect(didYouMean(key, known)).toBe(guess);
});

it('an unknown option is not taken for one of another meaning', () => {
  expect(didYouMean('loginOptions.passwordMinimum', options)).not.toContain('singleSignOn');
});
