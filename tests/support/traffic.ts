import { expect, type Page } from 'playwright/test';

/** The requests of some pages; faster than `networkidle`, which waits half a second each time. */
export class Traffic {
  #underWay = 0;
  #lastChange = 0;

  add(page: Page): void {
    const count = (change: number) => {
      this.#underWay += change;
      this.#lastChange = performance.now();
    };
    page.on('request', () => count(1));
    page.on('requestfinished', () => count(-1));
    page.on('requestfailed', () => count(-1));
  }

  /** Waits until nothing was asked for and nothing arrived for a while. */
  async waitUntilQuiet(quietMs: number): Promise<void> {
    const isQuiet = () => this.#underWay === 0 && performance.now() - this.#lastChange > quietMs;
    await expect.poll(isQuiet, { intervals: [20] }).toBe(true);
  }
}
