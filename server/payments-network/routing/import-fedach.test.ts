import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/databases.ts';
import { createRoutingDirectory } from './bank-directory.queries.ts';
import { readFedAchLine } from './fedach-file.ts';
import { importFedAch } from './import-fedach.ts';

let opened: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  opened = await createTestDatabase();
});

afterAll(() => opened.close());

/** A fictional bank in the directory's format. */
function line(routingNumber: string, { recordType = '1', status = '1', name = 'HARBOR TEST BANK' } = {}): string {
  return [
    routingNumber,
    'O',
    '011000015',
    recordType,
    '010126',
    '000000000',
    name.padEnd(36),
    '1 PIER ROAD'.padEnd(36),
    'PORTLAND'.padEnd(20),
    'ME',
    '04101',
    '0000',
    '2075550100',
    status,
    '1',
    '     ',
  ].join('');
}

const source = (...lines: string[]) => Readable.from([lines.join('\r\n')]);

describe('a line of the directory', () => {
  test('names a bank', () => {
    expect(readFedAchLine(line('011000138'))).toEqual({
      ok: true,
      bank: {
        routingNumber: '011000138',
        name: 'HARBOR TEST BANK',
        address: '1 PIER ROAD',
        city: 'PORTLAND',
        state: 'ME',
        zip: '04101',
        achAllowed: true,
      },
    });
  });

  test.each([
    ['of the Federal Reserve itself', { recordType: '0' }, true],
    ['that went to another number', { recordType: '2' }, false],
    ['that takes no part', { status: '0' }, false],
  ])('%s', (_what, change, achAllowed) => {
    expect(readFedAchLine(line('011000138', change))).toMatchObject({ bank: { achAllowed } });
  });

  test.each([
    ['cut short', line('011000138').slice(0, 148), 'the line has 148 characters, not at least 149'],
    [
      'with an invalid check digit',
      line('411001021'),
      'routing number 411001021 has a wrong check digit (should end in 5)',
    ],
    ['that begins with something else', line('01100013A'), 'the line does not begin with a routing number'],
    ['without a name', line('011000138', { name: '' }), 'the line names no bank'],
  ])('%s is reported', (_what, text, problem) => {
    expect(readFedAchLine(text)).toEqual({ ok: false, problem });
  });
});

describe('an import', () => {
  test('adds new banks and updates known ones', async () => {
    const { database } = opened;
    const directory = createRoutingDirectory(database);
    expect(await importFedAch(database, source(line('011000138'), line('011000206'), ''))).toEqual({
      banks: 2,
      problemCount: 0,
      problems: [],
    });
    await importFedAch(database, source(line('011000138', { name: 'NEW NAME' }), line('011000138', { name: 'NEWER' })));
    expect(await directory.findBank('011000138')).toMatchObject({ name: 'NEWER' });
    expect(await directory.findBank('011000206')).toMatchObject({ name: 'HARBOR TEST BANK' });
  });

  test('changes nothing if a line is wrong', async () => {
    const { database } = opened;
    const report = await importFedAch(database, source(line('011000390'), 'nonsense'));
    expect(report).toMatchObject({ banks: 0, problemCount: 1, problems: [{ line: 2 }] });
    expect(await createRoutingDirectory(database).findBank('011000390')).toBeUndefined();
  });
});
