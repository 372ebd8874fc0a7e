/**
 * Lets a few pieces of work run at a time and the rest wait in line, for work
 * that holds much memory.
 */
export function takeTurns(atOnce: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Whoever is next takes the place over, so that nobody comes in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
