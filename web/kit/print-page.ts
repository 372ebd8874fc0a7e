import { takeAllTurns } from './take-turns.ts';

/** Without a connection, the page is printed as it is. */
const PATIENCE_MS = 10_000;
/** What has come may itself hold parts that wait or load. */
const SETTLED_AFTER_MS = 100;

const onTheirWay = new Set<symbol>();

/**
 * Notes a part of the page that is still loading.
 * @returns a function that ends it
 */
export function noteOnItsWay(): () => void {
  const part = Symbol();
  onTheirWay.add(part);
  return () => void onTheirWay.delete(part);
}

/** Prints the page once all its parts have come. */
export function printPage(): void {
  takeAllTurns();
  if (onTheirWay.size === 0) print();
  else void printWhenComplete();
}

async function printWhenComplete(): Promise<void> {
  for (let waitedMs = 0; onTheirWay.size > 0 && waitedMs < PATIENCE_MS; waitedMs += SETTLED_AFTER_MS) {
    await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER_MS));
    takeAllTurns();
  }
  print();
}
