import type { Page } from 'playwright/test';
import { comparePictures } from './support/compare-pictures.ts';
import { openAddress } from './support/open.ts';
import { expect, test } from './support/pictures.ts';
import { smaller } from './support/stored-pictures.ts';
import { schemes, setWidth, takePicture, widths } from './support/take-picture.ts';

const screens = [
  { path: '', ready: 'Forgot your login?', word: 'Username', button: 'form button[type="submit"]' },
  { path: '#/home/register', ready: 'Account number', word: 'First name', button: 'form button[type="submit"]' },
  { path: '#/home/messages', ready: 'Message type', word: 'Message type', button: 'form button[type="submit"]' },
] as const;

for (const { path, ready, word, button } of screens) {
  test(`a comparison of ${path || 'the first screen'} sees what people would see, and nothing else`, async ({
    page,
    app,
  }) => {
    await openAddress(page, `${app.url}/${path}`, ready);
    // Only the light pictures are large enough for places and words.
    const seenInLight = {
      'a button moved by four pixels': styleOf(button, 'position: relative; left: 4px'),
      'a button moved down by four pixels': styleOf(button, 'position: relative; top: 4px'),
      'another word': anotherWord(word),
    };
    const seen = {
      'another color of a button': styleOf(button, 'background: #3a7a5a'),
      'another color of a word': styleOf('h1', 'color: #a03030'),
    };
    const unseen = { 'letters drawn a little paler': styleOf('form', 'opacity: 0.97') };
    for (const width of widths) {
      await setWidth(page, width);
      for (const scheme of schemes) {
        await page.emulateMedia({ colorScheme: scheme });
        for (const [what, script] of Object.entries(scheme === 'light' ? { ...seen, ...seenInLight } : seen))
          expect(await isSeen(page, scheme, script), `${what} at ${width} px, ${scheme}`).toBe(true);
        for (const [what, script] of Object.entries(unseen))
          expect(await isSeen(page, scheme, script), `${what} at ${width} px, ${scheme}`).toBe(false);
      }
    }
  });
}

/** Changes the page, compares it with what it was, and changes it back. */
async function isSeen(page: Page, scheme: (typeof schemes)[number], { change, undo }: Plant): Promise<boolean> {
  const before = smaller(await takePicture(page), scheme);
  await page.evaluate(change);
  const after = smaller(await takePicture(page), scheme);
  await page.evaluate(undo);
  return !comparePictures(before, after).same;
}

/** Strings, because these tests compile without DOM types. */
interface Plant {
  readonly change: string;
  readonly undo: string;
}

function styleOf(selector: string, style: string): Plant {
  const element = `document.querySelector(${JSON.stringify(selector)})`;
  return { change: `${element}.style.cssText = ${JSON.stringify(style)}`, undo: `${element}.style.cssText = ''` };
}

function anotherWord(word: string): Plant {
  const replace = (from: string, to: string) => `(() => {
    const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      if (texts.currentNode.data === ${JSON.stringify(from)}) { texts.currentNode.data = ${JSON.stringify(to)}; return; }
    }
    throw new Error('There is no such word.');
  })()`;
  const other = word.replace(/\w+$/, (last) => [...last].toReversed().join(''));
  return { change: replace(word, other), undo: replace(other, word) };
}
