import { expect, it } from 'vitest';
import { parseSource } from './checks/source-file.ts';
import { selectDatabaseTests } from './database-tests.ts';

it('the tests that reach a database are found, however indirectly', () => {
  const sources = [
    parseSource('common/core/money.test.ts', `import { cents } from './money.ts';`),
    parseSource('server/platform/audit/audit-log.test.ts', `import { it } from '#tests/support/databases.ts';`),
    parseSource('server/accounts/accounts.test.ts', `import { start } from '#tests/builders/test-app.ts';`),
    parseSource('tests/builders/test-app.ts', `import { createTestDatabase } from '../support/databases.ts';`),
    parseSource('tests/builders/settable-clock.ts', `import type { TestDatabase } from '../support/databases.ts';`),
    parseSource('server/platform/clock.test.ts', `import { clock } from '#tests/builders/settable-clock.ts';`),
    parseSource('tests/faults/kills.test.ts', `import { it } from '#tests/support/databases.ts';`),
  ];
  expect(selectDatabaseTests(sources)).toEqual([
    'server/accounts/accounts.test.ts',
    'server/platform/audit/audit-log.test.ts',
  ]);
});
