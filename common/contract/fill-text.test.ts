import { describe, expect, it } from 'vitest';
import { defaultTexts, type TextFills, type TextKey } from './all-texts.ts';
import { fillText } from './fill-text.ts';

describe('a text with placeholders', () => {
  it.each([
    { text: 'Log in', fills: [], filled: 'Log in' },
    { text: 'due {}', fills: ['Dec 1'], filled: 'due Dec 1' },
    { text: '{} of {} paid', fills: ['$1.00', '$2.00'], filled: '$1.00 of $2.00 paid' },
    { text: '{} of {} paid', fills: ['$1.00'], filled: '$1.00 of  paid' },
    { text: 'due {}', fills: ['{}'], filled: 'due {}' },
    { text: '{paid} of {total} paid', fills: { total: '$2.00', paid: '$1.00' }, filled: '$1.00 of $2.00 paid' },
    { text: 'due {date}', fills: { date: '{amount}', amount: '$1.00' }, filled: 'due {amount}' },
    { text: 'due {date}', fills: {}, filled: 'due ' },
    { text: 'Delete {}?', fills: ['$& $1'], filled: 'Delete $& $1?' },
  ])('"$text" becomes "$filled"', ({ text, fills, filled }) => {
    expect(fillText(text, fills)).toBe(filled);
  });

  it('takes one value for each place, which the compiler checks', () => {
    const fill = <Key extends TextKey>(key: Key, ...fills: TextFills<Key>) => fillText(defaultTexts[key], fills);
    expect(fill('nextPayment.progress', '$1.00', '$2.00')).toBe('$1.00 of $2.00 paid');
    // @ts-expect-error the second value is missing
    expect(fill('nextPayment.progress', '$1.00')).toBe('$1.00 of  paid');
    // @ts-expect-error the text has no place for a value
    expect(fill('login.passwordRequired', 'x')).toBe(defaultTexts['login.passwordRequired']);
  });
});
