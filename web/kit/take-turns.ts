import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { onPrint } from './on-print.ts';
import { usePhone } from './use-phone.ts';
import { whenIdle } from './when-idle.ts';

const waiting = new Set<() => void>();
/** Parts that wait until the customer comes near; see `Nearby.tsx`. */
export const distant = new Set<() => void>();
/** While turns are taken. */
let forgetPrinting: (() => void) | undefined;
let firstScreenIsOver = false;

/**
 * Returns whether a part of the screen that isn't seen yet may be rendered. On a phone, such parts of the first screen
 * take turns while the browser is idle, so the screen answers from the start; paper gets all of them. Later screens show
 * everything at once, since Back needs the height of the page.
 * @param now whether it is seen, so it can't wait
 */
export function useTurn(now: boolean): boolean {
  const phone = usePhone();
  const [came, setCame] = useState(now || !phone || firstScreenIsOver);
  const mayShow = came || now;
  // Stays when it is folded again.
  if (mayShow && !came) setCame(true);
  useEffect(() => {
    if (mayShow) return undefined;
    const show = () => setCame(true);
    waiting.add(show);
    startTurns();
    return () => {
      waiting.delete(show);
      if (waiting.size === 0) endTurns();
    };
  }, [mayShow]);
  return mayShow;
}

/** Shows all parts at once. */
export function takeAllTurns(): void {
  // A part that has come may hold others.
  while (waiting.size + distant.size > 0) {
    const all = [...waiting, ...distant];
    waiting.clear();
    distant.clear();
    flushSync(() => all.forEach((show) => show()));
  }
}

function startTurns(): void {
  if (forgetPrinting) return;
  forgetPrinting = onPrint(takeAllTurns);
  whenIdle(takeTurn);
}

function takeTurn(): void {
  const [show] = waiting;
  if (!show) return endTurns();
  waiting.delete(show);
  startTransition(show);
  whenIdle(takeTurn);
}

function endTurns(): void {
  forgetPrinting?.();
  forgetPrinting = undefined;
  firstScreenIsOver = true;
}
