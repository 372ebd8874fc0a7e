import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openApiText } from './write-openapi.ts';

it('docs/openapi.json matches the calls', async () => {
  expect((await readFile('docs/openapi.json', 'utf8')) === openApiText(), 'run: node tools/write-openapi.ts').toBe(
    true,
  );
});
