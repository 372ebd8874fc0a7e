import { expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { listNeededAgreements, type Terms } from './needed-agreements.ts';

const terms: Terms[] = [
  { name: 'Terms of Use', effectiveOn: day('2026-01-01'), whenToAgree: ['login'] },
  { name: 'Draft Terms', effectiveOn: day('2026-01-01'), whenToAgree: ['ach'] },
];

it.each([
  ['nothing was accepted', [], ['Terms of Use']],
  ['the same name and date', [{ name: 'Terms of Use', dateOfTerms: day('2026-01-01') }], []],
  ['an earlier version', [{ name: 'Terms of Use', dateOfTerms: day('2025-12-31') }], ['Terms of Use']],
  ['a later version', [{ name: 'Terms of Use', dateOfTerms: day('2026-01-02') }], ['Terms of Use']],
  ['other terms of that date', [{ name: 'Draft Terms', dateOfTerms: day('2026-01-01') }], ['Terms of Use']],
])('after %s, sign-in needs the terms not accepted in their current version', (_what, agreed, needed) => {
  expect(listNeededAgreements(terms, 'login', agreed).map(({ name }) => name)).toEqual(needed);
});
