import { demonstrationPassword } from '#tests/support/e2e.ts';
import { serveBarePages } from './bare-page.ts';
import { type Figure, median } from './figure.ts';
import { type LighthousePage, openLighthouse, type PageSpeed } from './lighthouse.ts';

const ROUNDS = 5;

/** The customer's screens that are opened most, as a phone opens them anew. */
const signedInScreens = {
  Dashboard: 'dashboard',
  'Loan details': 'loandetails/101-004417-2',
  Payment: 'payment/101-004417-2',
} as const;

interface Bars {
  readonly score: number;
  readonly blockingMs: number;
  readonly paintRatio: number;
}

const signInBars: Bars = { score: 100, blockingMs: 50, paintRatio: 1.05 };
const signedInBars: Bars = { score: 98, blockingMs: 100, paintRatio: 1.6 };

/**
 * Measures pages by Lighthouse on a slow phone, beside a page of React alone: in every round each page once, so that
 * other work on the machine slows all of them.
 */
export async function measurePageSpeed(url: string): Promise<Figure[]> {
  const bare = await serveBarePages();
  try {
    const lighthouse = await openLighthouse();
    try {
      const visitor = await lighthouse.openTab();
      const customer = await lighthouse.openTab();
      await signIn(customer, url);
      const pages: readonly (readonly [name: string, tab: LighthousePage, address: string])[] = [
        ['bare', visitor, bare.url],
        ['inlined', visitor, bare.inlinedUrl],
        ['Sign-in page', visitor, `${url}/`],
        ...Object.entries(signedInScreens).map(
          ([name, path]) => [name, customer, `${url}/#/myaccount/${path}`] as const,
        ),
      ];
      const speeds = new Map<string, PageSpeed[]>(pages.map(([name]) => [name, []]));
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [name, tab, address] of pages) speeds.get(name)?.push(await lighthouse.measure(tab, address));
      }
      return listFigures(speeds);
    } finally {
      await lighthouse.close();
    }
  } finally {
    await bare.stop();
  }
}

async function signIn(page: LighthousePage, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('::-p-aria([name="Username"][role="textbox"])').fill('margaret.okafor');
  await page.locator('::-p-aria([name="Password"][role="textbox"])').fill(demonstrationPassword);
  await page.locator('::-p-aria([name="Sign in"][role="button"])').click();
  // By its text, since a notice shown once lies over the screen and takes roles away.
  await page.locator('main ::-p-text(Loans)').wait();
}

function listFigures(speeds: ReadonlyMap<string, readonly PageSpeed[]>): Figure[] {
  const middle = (name: string, value: keyof PageSpeed) =>
    median((speeds.get(name) ?? []).map((speed) => speed[value]));
  const barePage = (name: string) =>
    `${middle(name, 'largestPaintMs').toFixed(0)} ms, ${middle(name, 'blockingMs').toFixed(0)} ms blocked, score ${middle(name, 'score')}`;
  const inlined = {
    paintMs: middle('inlined', 'largestPaintMs'),
    against: `React alone with its HTML in the page, in the same run: ${barePage('inlined')}`,
  };
  const bare = {
    paintMs: middle('bare', 'largestPaintMs'),
    against: `React alone in the same run: ${barePage('bare')}`,
  };
  const figuresOf = (name: string, base: typeof bare, bars: Bars) =>
    pageFigures(name, (value) => middle(name, value), base, bars);
  return [
    ...figuresOf('Sign-in page', inlined, signInBars),
    ...Object.keys(signedInScreens).flatMap((name) => figuresOf(name, bare, signedInBars)),
  ];
}

function pageFigures(
  name: string,
  of: (value: keyof PageSpeed) => number,
  base: { readonly paintMs: number; readonly against: string },
  bars: Bars,
): Figure[] {
  const ratio = of('largestPaintMs') / base.paintMs;
  const others = [of('accessibility'), of('bestPractices')] as const;
  return [
    {
      what: `${name}, Lighthouse mobile`,
      measured: `${of('score')}`,
      bar: bars.score === 100 ? '100' : `≥ ${bars.score}`,
      met: of('score') >= bars.score,
      against: `accessibility ${others[0]}, best practices ${others[1]}; layout shift ${of('layoutShift').toFixed(3)}`,
    },
    {
      what: `${name}, largest paint`,
      measured: `${ratio.toFixed(2)} times (${of('largestPaintMs').toFixed(0)} ms)`,
      bar: `≤ ${bars.paintRatio.toFixed(2)} times`,
      met: ratio <= bars.paintRatio,
      against: base.against,
    },
    {
      what: `${name}, blocking time`,
      measured: `${of('blockingMs').toFixed(0)} ms`,
      bar: `≤ ${bars.blockingMs} ms`,
      met: of('blockingMs') <= bars.blockingMs,
      against: '',
    },
  ];
}
