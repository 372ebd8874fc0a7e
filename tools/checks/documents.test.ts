import { describe, expect, it } from 'vitest';
import { checkLockFile, checkMap, checkMigrations, checkNeutrality, checkReferences, checkWords } from './documents.ts';

describe('the map', () => {
  const files = ['common/core/money.ts', 'server/identity/sign-in/sign-in.routes.ts', 'README.md'].map(asFile);

  it('names every folder', () => {
    const map = { path: 'docs/map.md', text: 'common/ core/ server/ identity/ docs/' };
    expect(checkMap([...files, map])).toEqual([]);
  });

  it('reports missing folders', () => {
    const map = { path: 'docs/map.md', text: 'common/ core/ server/ docs/' };
    expect(checkMap([...files, map])).toMatchObject([{ file: 'docs/map.md', problem: 'does not name identity/' }]);
  });
});

describe('references to decisions', () => {
  const document = { path: 'docs/specification.md', text: '| C-105 | Logout at five minutes. |' };

  it('exist', () => {
    const file = { path: 'web/shell/idle.ts', text: '// Three and two minutes (A 4, C-105).' };
    expect(checkReferences([document, file])).toEqual([]);
  });

  it("are reported if they don't", () => {
    const file = { path: 'web/shell/idle.ts', text: '\n// Five minutes (C-106).' };
    expect(checkReferences([document, file])).toMatchObject([
      { file: 'web/shell/idle.ts', line: 2, problem: 'refers to C-106' },
    ]);
  });
});

describe('migrations', () => {
  it('are in order', () => {
    const files = ['server/migrations/0001-portal.sql', 'server/migrations/0002-books.sql'].map(asFile);
    expect(checkMigrations(files)).toEqual([]);
  });

  it.each(['server/migrations/0003-books.sql', 'server/migrations/0001-books.sql', 'server/migrations/2-books.sql'])(
    'refuses %s after 0001-portal.sql',
    (path) => {
      const files = ['server/migrations/0001-portal.sql', path].map(asFile);
      expect(checkMigrations(files)).not.toEqual([]);
    },
  );
});

describe('the demonstration institution', () => {
  it.each(["'shell.name': 'First Harbor Lending'", "'login.help': '(555) 010-4477'", '210 Commercial Street'])(
    'may not stand in the product: %s',
    (text) => {
      expect(checkNeutrality([{ path: 'common/institution/texts.ts', text }])).toHaveLength(1);
      expect(checkNeutrality([{ path: 'common/institution/texts.test.ts', text }])).toEqual([]);
      expect(checkNeutrality([{ path: 'institutions/harbor/texts.json', text }])).toEqual([]);
    },
  );
});

describe('words for unfinished work', () => {
  it.each([
    ['// TODO: round', 'TODO'],
    ['it.only("pays", () => {});', 'it.only'],
    ['describe.skip("pays", () => {});', 'describe.skip'],
    ['<p>Coming soon</p>', 'Coming soon'],
  ])('finds %s', (content, found) => {
    expect(checkWords([{ path: 'web/kit/Field.tsx', text: `\n${content}` }])).toMatchObject([
      { file: 'web/kit/Field.tsx', line: 2, problem: `contains “${found}”` },
    ]);
  });

  it('accepts that a day may be skipped', () => {
    expect(checkWords([{ path: 'server/payments/close-day.ts', text: 'days.skip(1); onlyOnce();' }])).toEqual([]);
  });
});

describe('the lock file', () => {
  it('contains no address', () => {
    expect(checkLockFile('{\n "version": "1.0.0" }')).toEqual([]);
    expect(checkLockFile('{\n "resolved": "https://registry.example/a.tgz" }')).toMatchObject([{ line: 2 }]);
  });
});

function asFile(path: string) {
  return { path, text: '' };
}
