import { onTheirWay } from './OnItsWay.tsx';
import { takeAllTurns } from './take-turns.ts';

/** Without a connection, the page is printed as it is. */
const PATIENCE_MS = 10_000;
/** A part that has loaded may contain others that wait or load. */
const SETTLED_AFTER_MS = 100;

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
