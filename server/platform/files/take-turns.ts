/** Limits concurrency, for work that needs much memory. */
export function takeTurns(atOnce: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Hands the slot to the next waiter, so a newcomer can't take it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
