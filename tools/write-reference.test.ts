import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { optionDefinitions } from '#common/contract/all-options.ts';
import { referenceFiles } from './write-reference.ts';

const files = referenceFiles();

it.each(Object.keys(files))('%s matches the definitions', async (file) => {
  expect((await readFile(file, 'utf8')) === files[file], 'run: node tools/write-reference.ts').toBe(true);
});

it('the reference has a row for every option, with its meaning', () => {
  for (const [key, { about }] of Object.entries(optionDefinitions)) {
    expect(files['docs/reference/options.md']).toMatch(new RegExp(`\\| \`${key.replace('.', '\\.')}\` \\|`));
    expect(about.length, key).toBeGreaterThan(5);
  }
});

it('the reference describes the files and variables that a new institution starts with', () => {
  expect(files['docs/reference/institution.md']).toContain('| `calendar.achCutoff` |');
  expect(files['docs/reference/institution.md']).toContain('| `servicing.lateCharge.graceDays` |');
  expect(files['docs/reference/environment.md']).toContain('| `PASSBOOK_FIELD_KEY` |');
});
