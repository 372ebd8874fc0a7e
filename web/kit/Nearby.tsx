import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import styles from './Nearby.module.css';
import { onPrint } from './on-print.ts';
import { printPage } from './print-page.ts';
import { distant, takeAllTurns } from './take-turns.ts';

/** Begins to load within this distance, so that it is there when the customer arrives. */
const NEAR = '75% 0px';

interface NearbyProps {
  /** Of the part, unique on its screen. */
  readonly name: string;
  readonly children: ReactNode;
}

/**
 * A part far below what is seen first, with code or data of its own: comes, and so loads, when the customer comes near or
 * unfolds it. All come on paper, and before the browser can look for words in the page: with a key, or as the customer
 * turns to the browser's menu. A part that has come is there at once when the customer is back, since Back needs the
 * height of the page.
 */
export function Nearby({ name, children }: NearbyProps) {
  const key = `${location.hash.split('?', 1)[0]} ${name}`;
  const place = useRef<HTMLDivElement>(null);
  const [came, setCame] = useState(() => cameBefore.has(key));
  useEffect(() => {
    if (came) {
      cameBefore.add(key);
      return undefined;
    }
    return place.current ? waitAt(place.current, () => setCame(true)) : undefined;
  }, [came, key]);
  return came ? children : <div ref={place} className={styles.room} />;
}

const cameBefore = new Set<string>();

/** @returns stops waiting */
function waitAt(place: Element, show: () => void): () => void {
  const watcher = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) come(show);
    },
    { rootMargin: NEAR },
  );
  watcher.observe(place);
  distant.add(show);
  startListening();
  return () => {
    watcher.disconnect();
    distant.delete(show);
    if (distant.size === 0) stopListening?.();
  };
}

function come(...shows: readonly (() => void)[]): void {
  for (const show of shows) distant.delete(show);
  startTransition(() => shows.forEach((show) => show()));
}

let stopListening: (() => void) | undefined;

function startListening(): void {
  if (stopListening) return;
  const ended = new AbortController();
  const { signal } = ended;
  const comeAll = () => come(...distant);
  const forgetPrinting = onPrint(takeAllTurns);
  stopListening = () => {
    ended.abort();
    forgetPrinting();
    stopListening = undefined;
  };
  addEventListener(
    'keydown',
    (event) => {
      // Unlike the browser's own menu, a key leaves time for what isn't loaded.
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'p' && !event.defaultPrevented) {
        event.preventDefault();
        printPage();
      } else {
        comeAll();
      }
    },
    { signal },
  );
  addEventListener('blur', comeAll, { signal });
  document.documentElement.addEventListener('pointerleave', comeAll, { signal });
}
