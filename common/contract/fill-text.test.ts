import { describe, expect, it } from 'vitest';
import { defaultTexts, type TextArguments, type TextKey } from './all-texts.ts';
import { fillText } from './fill-text.ts';
import { namesIn } from './text-places.ts';

describe('a text with places', () => {
  it.each([
    { text: 'Log in', values: {}, filled: 'Log in' },
    { text: 'due {date}', values: { date: 'Dec 1' }, filled: 'due Dec 1' },
    { text: '{paid} of {total} paid', values: { total: '$2.00', paid: '$1.00' }, filled: '$1.00 of $2.00 paid' },
    { text: '{date}: due {date}', values: { date: 'Dec 1' }, filled: 'Dec 1: due Dec 1' },
    { text: '{paid} of {total} paid', values: { paid: '$1.00' }, filled: '$1.00 of  paid' },
    { text: 'due {date}', values: { date: '{total}', total: '$2.00' }, filled: 'due {total}' },
    { text: 'Delete {file}?', values: { file: '$& $1' }, filled: 'Delete $& $1?' },
  ])('"$text" becomes "$filled"', ({ text, values, filled }) => {
    expect(fillText(text, values)).toBe(filled);
  });

  it('takes the values it names, which the compiler checks', () => {
    const fill = <Key extends TextKey>(key: Key, ...[values]: TextArguments<Key>) =>
      fillText(defaultTexts[key], values);
    expect(fill('nextPayment.progress', { paid: '$1.00', total: '$2.00' })).toBe('$1.00 of $2.00 paid');
    // @ts-expect-error the second value is missing
    expect(fill('nextPayment.progress', { paid: '$1.00' })).toBe('$1.00 of  paid');
    // @ts-expect-error the text names it otherwise
    expect(fill('nextPayment.due', { day: 'Dec 1' })).toBe('due ');
    // @ts-expect-error the text has no place for a value
    expect(fill('login.passwordRequired', { name: 'x' })).toBe(defaultTexts['login.passwordRequired']);
    // Filled as the institution is loaded, so it is left alone here.
    expect(fill('shell.copyright', { year: '2026' })).toContain('2026');
  });
});

it.each(Object.entries(defaultTexts).filter(([, text]) => /[{}]/.test(text)))(
  '%s names each of its places',
  (_key, text) => {
    for (const name of namesIn(text)) expect(name).toMatch(/^[a-z][A-Za-z]*$/);
    expect(text.replaceAll(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
  },
);
