import type { CDPSession, Locator, Page, Request } from 'playwright/test';
import { type Picture, readPng } from './png.ts';

/** The window of a computer and of a phone; pages are pictured in their whole height. */
export const widths = [1280, 390] as const;
export const schemes = ['light', 'dark'] as const;
const WINDOW_HEIGHT = 844;

export interface Variant {
  readonly width: (typeof widths)[number];
  readonly scheme: (typeof schemes)[number];
}

export interface Part {
  /** Only this part of the page. */
  readonly of?: Locator | undefined;
  /** Only the first view, such as a dialog over a long page. */
  readonly firstView?: boolean | undefined;
}

/** Runs in the page before its scripts: the same time always, and nothing moves or blinks. */
export function holdStill(startsAt: string, timePasses: boolean): string {
  return `(() => {
    const start = Temporal.Instant.from(${JSON.stringify(startsAt)});
    const now = () => start.add({ milliseconds: ${timePasses ? 'Math.floor(performance.now())' : '0'} });
    Temporal.Now.instant = now;
    Temporal.Now.zonedDateTimeISO = (zone) => now().toZonedDateTimeISO(zone ?? 'America/New_York');
    Date.now = () => now().epochMilliseconds;
    const style = new CSSStyleSheet();
    style.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important; }');
    document.adoptedStyleSheets.push(style);
  })()`;
}

export function setWidth(page: Page, width: Variant['width']): Promise<void> {
  return page.setViewportSize({ width, height: WINDOW_HEIGHT });
}

/**
 * The window gets as high as the page, so that what sticks to its edges stands where it belongs. Words that are
 * different each time are replaced by the same ones.
 */
export async function takePicture(page: Page, { of, firstView = false }: Part = {}): Promise<Picture> {
  await page.evaluate(unstick);
  await page.evaluate(settle);
  await waitForAnswers(page);
  const height = await page.evaluate<number>(settle);
  const window = page.viewportSize() ?? { width: 0, height: 0 };
  if (!firstView && height > window.height) {
    await page.setViewportSize({ width: window.width, height });
    await page.evaluate(settle);
  }
  const view = (await of?.boundingBox()) ?? undefined;
  const whole = {
    x: 0,
    y: 0,
    width: window.width,
    height: firstView ? window.height : Math.max(height, window.height),
  };
  const session = await sessionOf(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    clip: { ...(view ? withWholePixels(view) : whole), scale: SCALE },
  });
  return readPng(Buffer.from(data, 'base64'));
}

/** Sticky parts are drawn on a layer of their own, whose letters may be off by a fraction of a pixel. */
const unstick = `for (const each of document.querySelectorAll('main *'))
  if (getComputedStyle(each).position === 'sticky') each.style.position = 'static';`;

/** Half as wide and half as high takes a third of the time and of the bytes. */
const SCALE = 0.5;

function withWholePixels({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const whole = (length: number) => Math.floor(length * SCALE) / SCALE;
  return { x: whole(x), y: whole(y), width: whole(width) + 1 / SCALE, height: whole(height) + 1 / SCALE };
}

const unanswered = new WeakMap<Page, Set<Request>>();

/** Called before the page is opened. */
export function followRequests(page: Page): void {
  const open = new Set<Request>();
  unanswered.set(page, open);
  page.on('request', (request) => {
    if (request.url().includes('/api/')) open.add(request);
  });
  const close = (request: Request) => open.delete(request);
  page.on('requestfinished', close).on('requestfailed', close);
}

const MAX_WAITS = 60;

async function waitForAnswers(page: Page): Promise<void> {
  for (let waits = 0; waits < MAX_WAITS && unanswered.get(page)?.size; waits += 1) await page.waitForTimeout(50);
}

const sessions = new WeakMap<Page, CDPSession>();

/** Playwright's own screenshots take three times as long. */
async function sessionOf(page: Page): Promise<CDPSession> {
  const opened = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, opened);
  return opened;
}

/** A string, because these tests compile without DOM types. */
const settle = `(async () => {
  const words = [
    [/(?<!to )\\b\\d{1,2}:\\d\\d(:\\d\\d)? [AP]M\\b(?! to)/g, '10:00 AM'],
    [/\\b\\d{1,2}:\\d\\d:\\d\\d\\b/g, '10:00:00'],
    [/\\b[0-9A-Z]{4}(-[0-9A-Z]{4}){2}\\b/g, '7K3M-9QXT-42PD'],
    [/(?<!-)\\b[0-9A-Z]{4}-[0-9A-Z]{4}\\b(?!-)/g, (code) => (/[A-Z]/.test(code) ? '7K3M-9QXT' : code)],
    [/\\b\\d+% of the disk/g, '40% of the disk'],
    [/::(ffff:127\\.0\\.0\\.)?1\\b/g, '127.0.0.1'],
  ];
  // Something is still on its way; spinners stand still here.
  for (let turns = 0; turns < 50 && /One moment…|Checking…/.test(document.body.innerText); turns += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.complete || image.decode().catch(() => {})));
  scrollTo(0, 0);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const text = words.reduce((shown, [varying, same]) => shown.replaceAll(varying, same), node.data);
    if (text !== node.data) node.data = text;
  }
  return document.documentElement.scrollHeight;
})()`;
