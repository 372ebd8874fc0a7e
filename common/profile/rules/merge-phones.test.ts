import { expect, it } from 'vitest';
import { mergePhones } from './merge-phones.ts';
import type { PhoneOnFile } from './phones.ts';

/** `1*` is primary, `1t` accepts texts. */
function phones(...short: readonly string[]): PhoneOnFile[] {
  return short.map((text) => ({
    number: text.replaceAll(/\D/g, ''),
    primary: text.includes('*'),
    textsAgreed: text.includes('t'),
  }));
}

it.each<readonly [string, string[], string[], string[], string[] | 'Stale']>([
  ['nothing changes', ['1*'], ['1*'], ['1*'], ['1*']],
  ['a number changes', ['1*'], ['2*'], ['1*'], ['2*']],
  ['a number is added', ['1*'], ['1*', '2'], ['1*'], ['1*', '2']],
  ['the second is removed', ['1*', '2'], ['1*'], ['1*', '2'], ['1*']],
  ['the other one becomes the primary one', ['1*', '2'], ['1', '2*'], ['1*', '2'], ['1', '2*']],
  ['a number changed elsewhere as well', ['1*'], ['2*'], ['3*'], 'Stale'],
  ['a number was added elsewhere', ['1*'], ['2*'], ['1*', '3'], 'Stale'],
  ['the same was saved elsewhere already', ['1*'], ['2*'], ['2*'], ['2*']],
  ['only consent changes, and numbers changed elsewhere', ['1*'], ['1t*'], ['1*', '3'], ['1t*', '3']],
  ['consent changes for a number that is gone', ['1*'], ['1t*'], ['3*'], 'Stale'],
  ['consent was given elsewhere while a number changes', ['1*', '2'], ['1*', '4'], ['1t*', '2'], ['1t*', '4']],
  ['consent was taken back elsewhere while a number changes', ['1t*'], ['1t*', '2'], ['1*'], ['1*', '2']],
  ['consent is taken back', ['1t*'], ['1*'], ['1t*'], ['1*']],
  ['a new number comes with consent', ['1*'], ['1*', '2t'], ['1*'], ['1*', '2t']],
])('phone numbers are saved, or refused as stale, when %s', (_what, before, wanted, current, expected) => {
  const result = mergePhones({
    before: phones(...before),
    wanted: phones(...wanted),
    current: phones(...current),
  });
  expect(result).toEqual(
    expected === 'Stale' ? { ok: false, error: 'Stale' } : { ok: true, value: phones(...expected) },
  );
});
