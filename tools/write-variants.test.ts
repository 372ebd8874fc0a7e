import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { bareOptions, bareTexts, oddTexts } from './write-variants.ts';

const fix = 'run: node tools/write-variants.ts';

it.each([
  ['institutions/harbor-odd/texts.json', oddTexts()],
  ['institutions/harbor-bare/options.json', bareOptions()],
  ['institutions/harbor-bare/texts.json', bareTexts()],
])('%s covers every text and option', async (file, expected) => {
  expect(JSON.parse(await readFile(file, 'utf8')), fix).toEqual(expected);
});
