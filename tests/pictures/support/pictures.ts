import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page, TestInfo } from 'playwright/test';
import { projectFolder } from '#tools/run/project-folder.mjs';
import { expect, test as base } from '#tests/support/e2e.ts';
import { type Comparison, comparePictures } from './compare-pictures.ts';
import { type Picture, readPng, writePng } from './png.ts';
import { encodeSmall, smaller } from './stored-pictures.ts';
import {
  followRequests,
  holdStill,
  type Part,
  schemes,
  setWidth,
  takePicture,
  type Variant,
  widths,
} from './take-picture.ts';

const storedFolder = fileURLToPath(new URL('../stored/', import.meta.url));

/** A page may still be drawing when the first picture of it is taken. */
const TRIES = 6;
const BETWEEN_TRIES_MS = 250;

export { expect };

type Visit = (name: string, arrive: () => Promise<unknown>, part?: Part & Prepared) => Promise<void>;

interface Prepared {
  /** Done after the window has another width. */
  readonly resized?: () => Promise<unknown>;
  /** The other width shows nothing else. */
  readonly only?: Variant['width'];
}

export const test = base.extend<{
  /** For screens that wait for something; otherwise it is always the same moment. */
  readonly timePasses: boolean;
  /** Goes to a screen and compares its pictures. What fails is reported, and the test goes on to the next one. */
  readonly visit: Visit;
}>({
  timePasses: [false, { option: true }],
  context: async ({ context, timePasses }, provide) => {
    await context.addInitScript(holdStill('2026-11-21T10:00:00-05:00', timePasses));
    await provide(context);
  },
  visit: async ({ page }, provide, info) => {
    followRequests(page);
    await provide(async (name, arrive, part = {}) => {
      await attempt(name, arrive);
      for (const width of widths) {
        if (part.only !== undefined && part.only !== width) continue;
        await attempt(`${name} at ${width} px`, async () => {
          await setWidth(page, width);
          await part.resized?.();
        });
        for (const scheme of schemes) {
          await page.emulateMedia({ colorScheme: scheme });
          await attempt(`${name} at ${width} px, ${scheme}`, () => check(page, info, { name, width, scheme }, part));
        }
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await setWidth(page, widths[0]);
    });
  },
});

async function attempt(what: string, step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    expect.soft(`${what}: ${error instanceof Error ? error.message : String(error)}`).toBe('');
  }
}

async function check(page: Page, info: TestInfo, of: Variant & { readonly name: string }, part: Part): Promise<void> {
  const fileName = `${of.name}-${of.width}-${of.scheme}.png`;
  const file = join(storedFolder, fileName);
  const expected = existsSync(file) ? readPng(await readFile(file)) : undefined;
  const take = async () => smaller(await takePicture(page, part), of.scheme);
  let actual = await take();
  let comparison = expected && comparePictures(expected, actual);
  for (let tries = 1; tries < TRIES && !comparison?.same; tries += 1) {
    await page.waitForTimeout(BETWEEN_TRIES_MS);
    // The page may have been higher while it loaded.
    await setWidth(page, of.width);
    const next = await take();
    const isStill = comparePictures(actual, next).same;
    actual = next;
    comparison = expected && comparePictures(expected, actual);
    if (isStill && (!expected || isUpdating(info))) break;
  }
  if (comparison?.same) return;
  if (isUpdating(info)) await write(file, encodeSmall(actual));
  else throw new Error(await report(info, { fileName, file, actual, comparison }));
}

interface Failed {
  readonly fileName: string;
  readonly file: string;
  readonly actual: Picture;
  readonly comparison: Comparison | undefined;
}

async function report(info: TestInfo, { fileName, file, actual, comparison }: Failed): Promise<string> {
  const actualFile = info.outputPath(fileName.replace('.png', '-actual.png'));
  await write(actualFile, writePng(actual));
  const path = (absolute: string) => relative(projectFolder, absolute);
  if (!comparison) return `There is no stored picture. Actual: ${path(actualFile)}`;
  const differenceFile = info.outputPath(fileName.replace('.png', '-difference.png'));
  await write(differenceFile, writePng(comparison.difference));
  const share = `${(comparison.changedShare * 100).toFixed(2)}% of the pixels changed.`;
  return `${share} Expected: ${path(file)} Actual: ${path(actualFile)} Difference: ${path(differenceFile)}`;
}

async function write(file: string, content: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

function isUpdating({ config: { updateSnapshots } }: TestInfo): boolean {
  return updateSnapshots === 'all' || updateSnapshots === 'changed';
}
