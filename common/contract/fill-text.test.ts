import { describe, expect, it } from 'vitest';
import { fillText } from './fill-text.ts';

describe('a text with placeholders', () => {
  it.each([
    { text: 'Log in', fills: [], filled: 'Log in' },
    { text: 'due {}', fills: ['Dec 1'], filled: 'due Dec 1' },
    { text: '{} of {} paid', fills: ['$1.00', '$2.00'], filled: '$1.00 of $2.00 paid' },
    { text: '{} of {} paid', fills: ['$1.00'], filled: '$1.00 of  paid' },
    { text: 'due {}', fills: ['{}'], filled: 'due {}' },
    { text: 'Delete {}?', fills: ['$& $1'], filled: 'Delete $& $1?' },
  ])('"$text" becomes "$filled"', ({ text, fills, filled }) => {
    expect(fillText(text, fills)).toBe(filled);
  });
});
