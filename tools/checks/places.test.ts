import { describe, expect, it } from 'vitest';
import { checkRoundingPlaces, checkSqlPlaces, checkTimePlaces } from './places.ts';
import { parseSource } from './source-file.ts';

const handler = 'server/accounts/accounts.routes.ts';

describe('SQL', () => {
  it.each([
    [`import { sql } from 'kysely';`, 'imports kysely'],
    [`import type { Kysely } from 'kysely';`, 'imports kysely'],
    [`import pg from 'pg';`, 'imports pg'],
    ['const rows = sql`select 1`;', 'contains SQL'],
    [`const rows = database.selectFrom('users').execute();`, 'builds a statement with selectFrom'],
    [`const rows = services.database.deleteFrom('users').execute();`, 'builds a statement with deleteFrom'],
  ])('in a handler, %s is refused', (text, problem) => {
    expect(checkSqlPlaces([parseSource(handler, text)])).toMatchObject([{ file: handler, line: 1, problem }]);
  });

  it.each([
    'server/accounts/accounts.queries.ts',
    'server/host/books/postings.ts',
    'server/platform/db/migrate.ts',
    'server/accounts/accounts.routes.test.ts',
  ])('is allowed in %s', (path) => {
    expect(checkSqlPlaces([parseSource(path, 'import { sql } from "kysely"; sql`select 1`;')])).toEqual([]);
  });
});

describe('the time', () => {
  it.each([
    'Date.now()',
    'new Date()',
    'Date()',
    'new Date(text)',
    'Temporal.Now.instant()',
    'Temporal.Now.plainDateISO()',
  ])('is not read by %s', (expression) => {
    const violations = checkTimePlaces([parseSource(handler, `\nconst now = ${expression};`)]);
    expect(violations).toMatchObject([{ file: handler, line: 2 }]);
  });

  it('may be read by the clock', () => {
    expect(checkTimePlaces([parseSource('server/platform/clock.ts', 'Temporal.Now.instant();')])).toEqual([]);
  });

  it('ignores a parameter named Date', () => {
    expect(checkTimePlaces([parseSource(handler, 'const text = "new Date()"; form.Date.now;')])).toEqual([]);
  });
});

describe('rounding', () => {
  it.each(['Math.round(a)', 'Math.floor(a / 2)', 'Math.ceil(a)', 'Math.trunc(a)', '(a / 100).toFixed(2)'])(
    'by %s is refused',
    (expression) => {
      const violations = checkRoundingPlaces([parseSource('web/kit/Money.tsx', `const b = ${expression};`)]);
      expect(violations).toMatchObject([{ file: 'web/kit/Money.tsx', line: 1 }]);
    },
  );

  it('is allowed in common/core/money', () => {
    expect(checkRoundingPlaces([parseSource('common/core/money.ts', 'Math.round(a);')])).toEqual([]);
  });

  it('of other numbers is allowed in named files', () => {
    const file = parseSource('web/ui/ProgressBar.tsx', 'Math.round(share * 100);');
    expect(checkRoundingPlaces([file], ['web/ui/ProgressBar.tsx'])).toEqual([]);
  });
});
